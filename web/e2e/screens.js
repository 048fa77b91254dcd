// Every screen and two whole live games: each fits in every language at every size, and is accessible in both lights.
// node e2e/screens.js ADDRESS [night]
import { violations } from './axe.js';
import { looks, misfits } from './languages.js';
import { walkThrough } from './walk.js';

const [address, night] = process.argv.slice(2);
const FEWEST = 40;
/** A table as elsewhere, with other words above it: on a phone, where room is scarce, they must fit. */
const TUTORED = /^(tutorial-\w+-(chips|cards|pawns|place|spy|reveal|rob|bids|settle)|daily-\w+)$/;
/** What lies behind the buttons of a phone: on a desk it stands beside the table, where every other screen has it. */
const POCKETED = /-(log|settlements)$/;
/** Where something is decided or looked at: there a phone may be held across too. */
const DECIDED = /^(vabanque|bankueberfall)-(first|cards|spying|bid|settlement|hint)$/;
/** Not a game as it is played: there the tightest and the usual size tell enough by day. */
const BESIDE =
  /^(front|settings|new|watch|learn|join|table-nothing|lesson|lobby|device|curtain|tutorial|records|file|daily)|-(rules|replay)$/;
const problems = [];

const seen = await walkThrough(address, problems, async (page, name) => {
  const familiar = !night && TUTORED.test(name);
  const small = familiar || (!night && POCKETED.test(name));
  const sizes = small ? ['phone'] : !night && BESIDE.test(name) ? ['phone', 'desktop'] : undefined;
  const faults = await misfits(page, sizes);
  if (DECIDED.test(name)) faults.push(...(await misfits(page, ['across'])));
  if (!familiar) faults.push(...(await violations(page, night)));
  for (const fault of faults) problems.push(`${name} ${fault}`);
});
if (seen.length < FEWEST) problems.push(`only ${seen}`);
for (const problem of new Set(problems)) console.log(problem);
console.log(`${seen.length} screens, ${looks()} looks, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
