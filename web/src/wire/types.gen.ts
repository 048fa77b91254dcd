// Written by `python3 run.py types` from what the server takes and sends. Do not edit.

export type Ack = {
  type: "ack";
  table: string;
  key: string;
  seq: number;
};

export type Analysis = {
  game: string;
  seats: number;
  /** Everybody's chance to win: at the start, then after each move. */
  chances: number[][];
  decisions: Decision[];
  /** The numbers of the three moves that changed the chances most. */
  turning_points: number[];
  /** For each seat. */
  bluffs: Bluff[][];
};

export type BankueberfallBankDealt = {
  type: "BankDealt";
  bank: number;
  kind: "2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief" | null;
};

export type BankueberfallBankRobbed = {
  type: "BankRobbed";
  bank: number;
  cards: BankueberfallCard[];
  bids: number[];
  clearings: BankueberfallClearing[];
  money: number[];
  factor: number;
  loot: number;
  highest_first: boolean;
  payments: BankueberfallPayment[];
  rewarded: number[];
  received: number[];
  lost: number[];
  in_credit: number[];
  back: number;
  coins: number[];
};

export type BankueberfallBidSealed = {
  type: "BidSealed";
  seat: number;
  amount: number | null;
};

export type BankueberfallCard = {
  type: "Card";
  kind: "2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief" | null;
  by: number;
  up: boolean;
  spies: number[];
};

export type BankueberfallCardPlaced = {
  type: "CardPlaced";
  seat: number;
  kind: "2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief" | null;
  bank: number;
};

export type BankueberfallCardRevealed = {
  type: "CardRevealed";
  seat: number;
  bank: number;
  card: number;
  kind: "2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief";
};

export type BankueberfallCardSpied = {
  type: "CardSpied";
  seat: number;
  bank: number;
  card: number;
  kind: "2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief" | null;
};

export type BankueberfallClearing = {
  type: "Clearing";
  effect: "seductress clears" | "seductresses cancel" | "policeman closes" | "policemen cancel" | "pairs cancel" | "detectives reverse" | "thieves take";
  gone: ("2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief")[];
};

export type BankueberfallEvent = BankueberfallFirstDrawn | BankueberfallBankDealt | BankueberfallHandDealt | BankueberfallTilesShuffled | BankueberfallTileTurned | BankueberfallNothingToDo | BankueberfallSkipped | BankueberfallCardPlaced | BankueberfallCardSpied | BankueberfallCardRevealed | BankueberfallRobberyCalled | BankueberfallBidSealed | BankueberfallBankRobbed | BankueberfallLastRoundBegan | BankueberfallGameEnded;

export type BankueberfallFirstDrawn = {
  type: "FirstDrawn";
  seat: number;
};

export type BankueberfallGameEnded = {
  type: "GameEnded";
  wealth: number[];
  winners: number[];
};

export type BankueberfallHandDealt = {
  type: "HandDealt";
  seat: number;
  kind: "2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief" | null;
};

export type BankueberfallLastRoundBegan = {
  type: "LastRoundBegan";
  seat: number;
  banks: number[];
};

export type BankueberfallNothingToDo = {
  type: "NothingToDo";
  seat: number;
  tile: "placement" | "spy" | "reveal" | "robbery";
};

export type BankueberfallOptions = {
  type: "Options";
  pay_past_unpaid: boolean;
  screens: boolean;
  fifth_seat: boolean;
};

export type BankueberfallPayment = {
  type: "Payment";
  bid: number;
  seats: number[];
  paid: boolean;
  left: number;
};

export type BankueberfallRobberyCalled = {
  type: "RobberyCalled";
  seat: number;
  bank: number;
};

export type BankueberfallSkipped = {
  type: "Skipped";
  seat: number;
  tile: "placement" | "spy" | "reveal" | "robbery";
};

export type BankueberfallTileTurned = {
  type: "TileTurned";
  seat: number;
  tile: "placement" | "spy" | "reveal" | "robbery";
};

export type BankueberfallTilesShuffled = {
  type: "TilesShuffled";
};

export type BankueberfallView = {
  type: "View";
  me: number | null;
  options: BankueberfallOptions;
  seats: number;
  phase: "first" | "banks" | "hands" | "tile" | "place" | "draw" | "spy" | "reveal" | "rob" | "bids" | "refill" | "over";
  turn: number | null;
  actors: number[];
  pile_size: number;
  tiles: number[];
  banks: BankueberfallCard[][];
  hand: ("2" | "3" | "4" | "5" | "10" | "x" | "seductress" | "policeman" | "detective" | "thief")[];
  hand_sizes: number[];
  coins: number[];
  credits: number[];
  target: number | null;
  bid: number | null;
  have_bid: boolean[];
  last: number[];
};

export type Bluff = {
  kind: string;
  worked: number;
  tried: number;
};

export type BotLevel = {
  level: string;
};

export type Chair = {
  seat: number;
  kind: "free" | "person" | "bot";
  name: string;
  /** Of a bot. */
  level: string | null;
  /** What the seat has added to the dealer's chance. */
  word: string;
};

export type ChanceWord = {
  word: string;
};

export type ClientFrame = Open | Close | Move | Say | Emote | Vote | Ping;

export type Clocks = {
  /** Milliseconds left, by seat. */
  bank: number[];
  /** Milliseconds that each open question has been thought about; None where none is open or its clock stands. */
  running: (number | null)[];
};

export type Close = {
  type: "close";
  table: string;
};

export type Created = {
  place: Place;
  invitation: Invitation;
};

export type DailyAnswer = {
  day: string;
  move: string;
};

export type DailyChallenge = {
  game: string;
  day: string;
  /** All that the seat in question may know, as it would be told at a table. */
  table: Sync;
};

export type DailyDays = {
  days: string[];
  games: string[];
};

export type DailyMove = {
  /** In notation. */
  move: string;
  /** Of the play-outs, how many it won: 0 to 1. */
  share: number;
  /** How far chance alone may have moved that, 95 of 100 times. */
  within: number;
  /** Nobody can tell it from the best: the difference may be chance. */
  near: boolean;
};

export type DailyVerdict = {
  chosen: string;
  /** What the bot did who sat there. */
  made: string;
  /** Every open move, the best first. */
  moves: DailyMove[];
  /** Of the best move. */
  dangers: Danger[];
};

export type Danger = {
  kind: string;
  /** How many cards lie there that this seat cannot see. */
  unseen: number;
  /** That one of them at least is of this kind. */
  chance: number;
};

export type Decision = {
  /** Its number in the record, counted from 1. */
  move: number;
  seat: number;
  chosen: Worth;
  best: Worth[];
  cost: number;
  within: number;
};

export type Emote = {
  type: "emote";
  table: string;
  emote: EmoteWord;
};

export type EmoteWord = "hello" | "well played" | "ouch" | "thinking" | "hurry" | "thanks";

export type Emoted = {
  type: "emoted";
  table: string;
  seat: number;
  emote: EmoteWord;
};

export type Error = {
  type: "error";
  table: string | null;
  code: string;
  sentence: string;
};

export type Event = BankueberfallEvent | VabanqueEvent;

export type GameCard = {
  name: string;
  version: number;
  seats: number[];
  /** Every option with the words it may have; none: any seat (s0, s1 …). */
  options: Record<string, string[]>;
};

export type GameRecord = {
  lobby: Lobby;
  seen_by: string;
  /** What the set-up told, before the first move. */
  opening: Event[];
  steps: RecordStep[];
  view: View;
  wealth: number[];
  winners: number[];
};

export type Health = {
  status: "ok" | "not ready";
};

export type Hint = {
  best: Worth[];
  dangers: Danger[];
};

export type House = {
  games: GameCard[];
  levels: string[];
};

export type Invitation = {
  link: string;
  secret: string;
};

export type Lesson = {
  record: GameRecord;
  moves: string[];
  over: boolean;
};

export type LessonAnswers = {
  game: string;
  answers: string[];
};

export type Lobbies = {
  tables: Lobby[];
};

export type Lobby = {
  table: string;
  code: string;
  game: string;
  version: number;
  options: Record<string, string>;
  seats: number;
  time: TimeRule;
  watch: string;
  delay: number;
  chat: boolean;
  listed: boolean;
  status: Status;
  chairs: Chair[];
  /** Where the host sits. */
  host: number | null;
  created: number;
  rematch_of: string | null;
  /** The table at which the same people go on. */
  rematch: string | null;
  /** The digest by which the house has bound itself to the dealer's draws; None where it has not. */
  commitment: string | null;
};

export type LobbyChanged = {
  type: "lobby";
  lobby: Lobby;
};

export type Me = {
  name: string;
};

export type Move = {
  type: "move";
  table: string;
  key: string;
  asked: number;
  move: string;
};

export type Naming = {
  name: string;
};

export type NewTable = {
  game: string;
  seats: number;
  options?: Record<string, string>;
  time?: NewTime;
  watch?: "nobody" | "invited" | "anyone";
  delay?: number;
  chat?: boolean;
  /** Whether strangers find it among the open tables. */
  listed?: boolean;
  /** Those who share the host's device, at the first seats; where there are none the host sits there alone. */
  people?: string[];
};

export type NewTime = {
  pace: Pace;
  decision?: number;
  bank?: number;
};

export type Open = {
  type: "open";
  table: string;
  /** The newest number the client has; without it everything is told. */
  since?: number | null;
  /** Through whose eyes, where several people share this device; without it the own seat's, or an onlooker's. */
  seat?: number | null;
};

export type Pace = "none" | "live" | "days";

export type Ping = {
  type: "ping";
};

export type Place = {
  lobby: Lobby;
  seat: number | null;
  host: boolean;
  /** The seats of people who share this guest's device. */
  device: number[];
};

export type Places = {
  tables: Place[];
};

export type Pong = {
  type: "pong";
};

export type Presence = {
  type: "presence";
  table: string;
  seats: ("here" | "away" | "stand-in" | "bot" | "free")[];
  votes: Record<string, VoteWord>;
  /** The table voted to wait: no stand-in takes over. */
  waiting: boolean;
  /** Groups of seats whose different guests share an address; told only at tables that strangers find. */
  neighbours: number[][];
};

export type Problem = {
  code: string;
  sentence: string;
};

export type RecordStep = {
  seq: number;
  /** -1: the dealer. */
  actor: number;
  by: string;
  elapsed: number;
  /** In notation, only where all is open. */
  move: string | null;
  events: Event[];
};

export type RecordText = {
  text: string;
  seen_by?: string;
};

export type Refused = {
  type: "refused";
  table: string;
  key: string;
  rule: string;
  sentence: string;
};

export type Said = {
  type: "said";
  table: string;
  seat: number;
  text: string;
};

export type Say = {
  type: "say";
  table: string;
  text: string;
};

export type Secret = {
  invite: string;
};

export type ServerFrame = Sync | Update | Ack | Refused | LobbyChanged | Presence | Said | Emoted | Pong | Error;

export type Status = "waiting" | "playing" | "paused" | "over" | "ended";

export type Sync = {
  type: "sync";
  table: string;
  /** Through whose eyes: the client's own, or of somebody who shares its device; None: an onlooker. */
  seat: number | null;
  host: boolean;
  /** The seats of people who share this device. */
  device: number[];
  lobby: Lobby;
  presence: Presence;
  seq: number;
  /** -1: everything. */
  since: number;
  events: Event[];
  /** None before the start. */
  view: View | null;
  moves: string[];
  asked: number | null;
  clocks: Clocks | null;
};

export type TimeRule = {
  pace: Pace;
  /** Milliseconds that every decision has free. */
  decision: number;
  /** Milliseconds for the whole game, used when a decision takes longer. */
  bank: number;
};

export type Update = {
  type: "update";
  table: string;
  seq: number;
  since: number;
  events: Event[];
  view: View;
  moves: string[];
  asked: number | null;
  clocks: Clocks;
};

export type VabanqueCard = {
  type: "Card";
  owner: number;
  kind: "raise" | "trap" | "bluff" | null;
};

export type VabanqueCardLaid = {
  type: "CardLaid";
  seat: number;
  kind: "raise" | "trap" | "bluff" | null;
  casino: number;
};

export type VabanqueCardsReturned = {
  type: "CardsReturned";
  casino: number;
  owners: number[];
};

export type VabanqueCasinoOpened = {
  type: "CasinoOpened";
  casino: number;
  cards: VabanqueCard[];
  pawns: number[];
  chips: number;
  raises: number[];
  value: number;
  earnings: VabanqueEarning[];
};

export type VabanqueChipPlaced = {
  type: "ChipPlaced";
  seat: number;
  casino: number;
  value: number;
};

export type VabanqueEarning = {
  type: "Earning";
  seat: number;
  pawn: number;
  trapped_by: number[];
  victims: number[];
  trap: number;
  total: number;
};

export type VabanqueEvent = VabanqueFirstDrawn | VabanquePawnsStood | VabanquePhaseBegan | VabanqueChipPlaced | VabanqueCardLaid | VabanquePawnMoved | VabanqueCasinoOpened | VabanqueCardsReturned | VabanqueRoundPaid | VabanqueOrderSet | VabanqueGameEnded;

export type VabanqueFirstDrawn = {
  type: "FirstDrawn";
  seat: number;
  order: number[];
};

export type VabanqueGameEnded = {
  type: "GameEnded";
  money: number[];
  winners: number[];
};

export type VabanqueOptions = {
  type: "Options";
  edition: "classic" | "2019";
  first: number | null;
};

export type VabanqueOrderSet = {
  type: "OrderSet";
  order: number[];
};

export type VabanquePawnMoved = {
  type: "PawnMoved";
  seat: number;
  start: number;
  steps: number;
  casino: number;
};

export type VabanquePawnsStood = {
  type: "PawnsStood";
  casinos: number[];
};

export type VabanquePhaseBegan = {
  type: "PhaseBegan";
  round: number;
  phase: "first" | "stand" | "chips" | "cards" | "pawns" | "over";
};

export type VabanqueRoundPaid = {
  type: "RoundPaid";
  round: number;
  earned: number[];
  money: number[];
};

export type VabanqueView = {
  type: "View";
  me: number | null;
  options: VabanqueOptions;
  seats: number;
  round: number;
  phase: "first" | "stand" | "chips" | "cards" | "pawns" | "over";
  order: number[];
  turn: number;
  actors: number[];
  chips: number[][];
  laid: VabanqueCard[][];
  hand: ("raise" | "trap" | "bluff")[];
  hand_sizes: number[];
  pawns: number[];
  money: number[];
};

export type Verdict = {
  fair: boolean;
  /** How many were drawn again. */
  draws: number;
  /** What was published before the first move, as the record tells it. */
  commitment: string | null;
  /** What is wrong: no seed is told, it is not the promised one, or a card was not drawn by it. */
  reason: "untold" | "promise" | "draw" | null;
  /** The first that was not drawn so. */
  move: number | null;
};

export type View = BankueberfallView | VabanqueView;

export type Vote = {
  type: "vote";
  table: string;
  vote: VoteWord;
};

export type VoteWord = "wait" | "end" | "pause" | "resume" | "none";

export type Worth = {
  /** In notation. */
  move: string;
  /** Of the play-outs, how many it won: 0 to 1. */
  share: number;
  /** How far chance alone may have moved that, 95 of 100 times. */
  within: number;
};
