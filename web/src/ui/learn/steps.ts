/** What a first round goes through, in the order in which it is explained; what comes up within a step has its own words. */
const STEPS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  vabanque: [['stand'], ['chips'], ['cards'], ['pawns'], ['settle'], ['done']],
  bankueberfall: [['place', 'spy', 'reveal', 'rob'], ['bids'], ['settle'], ['done']],
};

export function countSteps(game: string): number {
  return STEPS[game]?.length ?? 0;
}

/** Which step a piece of advice belongs to, counted from 1; 0 where it belongs to none. */
export function stepOf(game: string, advice: string): number {
  return 1 + (STEPS[game]?.findIndex((words) => words.includes(advice)) ?? -1);
}
