// Written by web/wire_types.py from the server's schema: change that, and run it again.

/** Take a free seat (the next one if none is named), or that of a bot, also during a game.

    `commitment` is the hash of the seat's seed. Without a `portrait` it is the one that is kept with the player's name. */
export interface Sit {
  type: "sit";
  id: string;
  name: string;
  seat?: number | null;
  commitment?: string | null;
  portrait?: string | null;
}

/** Leave a seat; during a game a bot plays on in it, and one may come back. */
export interface Leave {
  type: "leave";
  id: string;
  seat: number;
}

/** Take the own seat back from the bot. */
export interface Back {
  type: "back";
  id: string;
  seat: number;
}

/** Let a bot play for a player who is not connected, at a table without a timer.

    For the host, or for everybody with a seat if the host is not connected either. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
}

/** Put a bot on a free seat, or another in its place. For the host. */
export interface SeatBot {
  type: "bot";
  id: string;
  seat: number;
  bot: string;
}

/** Free a seat between games. For the host. */
export interface Clear {
  type: "clear";
  id: string;
  seat: number;
}

/** Start the game, or after a game the next one. Free seats have to be filled first. */
export interface Start {
  type: "start";
  id: string;
}

/** Give the hash of a new seed for the coming game. */
export interface Commit {
  type: "commit";
  id: string;
  seat: number;
  commitment: string;
}

/** Show the seed that was committed to. */
export interface Reveal {
  type: "reveal";
  id: string;
  seat: number;
  seed: string;
}

/** Make a move, in notation, with the sequence number that was the last one seen.

    `then` is the decision of the same seat that follows it at once: both are done, or neither. */
export interface MakeMove {
  type: "move";
  id: string;
  seq: number;
  move: string;
  then?: string | null;
}

/** Let the bot that is to act move at once, and play the rest of its turn fast. For a player alone with bots. */
export interface Hurry {
  type: "hurry";
  id: string;
}

/** Send a chat message: from a seat of the player (by default the first one), or as a spectator. */
export interface Say {
  type: "say";
  id: string;
  text: string;
  seat?: number | null;
}

/** Show one of a few reactions. */
export interface React {
  type: "react";
  id: string;
  seat: number;
  reaction: "bye" | "clap" | "hurry" | "laugh" | "oops" | "thanks" | "worm" | "wow";
}

/** Switch the chat on or off. For the host. */
export interface SetChat {
  type: "chat";
  id: string;
  on: boolean;
}

/** Set how fast bots play at the table. For the host. */
export interface SetPace {
  type: "pace";
  id: string;
  pace: "calm" | "normal" | "quick";
}

/** Close the table for good, between games. For the host. */
export interface Close {
  type: "close";
  id: string;
}

/** One entry of the table's log, as its reader may see it. */
export interface Happened {
  type: "happened";
  seq: number;
  at: number;
  what: "began" | "bot_sat" | "broken_off" | "chat_set" | "cleared" | "closed" | "committed" | "left" | "moved" | "opened" | "pace_set" | "reacted" | "returned" | "revealed" | "said" | "sat" | "seeds_closed" | "stood_in";
  seat?: number | null;
  name?: string | null;
  text?: string | null;
  move?: string | null;
  then?: string | null;
  by_bot?: boolean;
  events?: (GameEnded | DiceRolled | FaceKept | AttemptFailed | PortionTaken | PortionStolen | PortionReturned | PortionTurned | PlatePlaced | PlateReplaced | SpotSecured | SnailTaken | SnailPlaced | GrillLaidOut | PileReshuffled | CardsDrawn | CardsSeen | CardsLaid | DroppedOut | LayoutDiscarded | PortionServed | RoundEnded)[];
  outcome?: number | null;
  links?: (string)[];
  chance?: (ChanceNode)[];
  table?: TableInfo | null;
  position?: BratwurmeckPosition | BarbecuePosition | KarteneckPosition | TextPosition | null;
  due?: number | null;
  ended?: Ended | null;
  muted?: boolean;
}

/** One outcome of chance, in notation, and the integer weights of all that were possible, in their fixed order. */
export interface ChanceNode {
  outcome: string;
  weights: ([string, number])[];
}

/** Everything that is public about a table except the position of its game. */
export interface TableInfo {
  code: string;
  phase: "closed" | "open" | "over" | "playing" | "seeding";
  plan: Plan;
  chat: boolean;
  seats: (SeatInfo | null)[];
  host: number | null;
  number: number;
  setup?: Record<string, unknown> | null;
  anchor?: string | null;
  commitments?: (string | null)[];
  seeds?: (string | null)[];
  pace?: "calm" | "normal" | "quick";
}

/** What a table is for, as chosen by the player who opens it. */
export interface Plan {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
  title?: string;
  public?: boolean;
  timer?: number;
  chat?: boolean;
  coach?: boolean;
  fill?: number;
  pace?: "calm" | "normal" | "quick";
  latecomers?: boolean;
}

/** Who sits somewhere. A person with a `bot` is away, and the bot plays. */
export interface SeatInfo {
  name: string;
  person?: boolean;
  bot?: string | null;
  committed?: boolean;
  portrait?: string;
}

/** How a game ended. `secret` is where its hash chain began. */
export interface Ended {
  reason: string;
  scores: (number)[];
  ranking: ((number)[])[];
  winners: (number)[];
  secret: string;
}

/** The current state of the table, sent after the missed entries. Every later entry follows. */
export interface Welcome {
  type: "welcome";
  seq: number;
  table: TableInfo;
  mine: (number)[];
  host: boolean;
  now: number;
  position?: BratwurmeckPosition | BarbecuePosition | KarteneckPosition | TextPosition | null;
  due?: number | null;
  ended?: Ended | null;
  begins?: number;
}

/** The reader's own seats, and whether it is the host: sent when that changes. */
export interface You {
  type: "you";
  mine: (number)[];
  host: boolean;
}

/** The command was done and is on the disk, as entry `seq`. For `hurry`, which makes none, it is the last entry. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}

/** The command was not done. `stale`: it was made against an older state; what was missed has been sent. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
  rule?: string | null;
  seq?: number | null;
}

/** Which seats' players are connected, and how many others watch. */
export interface Presence {
  type: "presence";
  here: (number)[];
  watching: number;
}

/** A message of the operator to everybody. It may come again, under the same id, after a reconnect. */
export interface Notice {
  type: "notice";
  id: string;
  text: string;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

/** The server ends the connection. The code says whether reconnecting at once makes sense. */
export interface Bye {
  type: "bye";
  code: "restart" | "too_fast";
  message: string;
}

/** Ask over a WebSocket whether the server is still there: a browser cannot ask in any other way. */
export interface Ping {
  type: "ping";
}

/** The table of Bratwurmeck. Dice are written as in a record.

`turn_of` is the seat whose turn it is; `moves` are the viewer's own. */
export interface BratwurmeckPosition {
  game: "bratwurmeck";
  to_act: number | null;
  turn_of: number;
  grill: (number)[];
  turned: (number)[];
  stacks: ((number)[])[];
  scores: (number)[];
  kept: string;
  rolled: string;
  total: number;
  moves: (string)[];
  follow_ups?: Record<string, (string)[]>;
}

/** The table of Barbecue. Spots are (owner, plates, snail), the lowest first.

`turn_of` is the seat whose turn it is; `moves` are the viewer's own. */
export interface BarbecuePosition {
  game: "barbecue";
  to_act: number | null;
  turn_of: number;
  spots: (Spot)[];
  pool: number;
  worms: (number)[];
  snails: (number)[];
  scores: (number)[];
  kept: string;
  rolled: string;
  total: number;
  moves: (string)[];
  follow_ups?: Record<string, (string)[]>;
}

/** A spot of the grill: empty, with a snail, or with one or two plates of one owner. */
export type Spot = [(number | null)?, (number)?, (boolean)?];

/** The table of Karteneck as one seat sees it. A spectator has no hand. `moves` are the viewer's own.

Cards are numbers: 1 to 5 are the values, and 5 + s is the worm with s shield points. `turn_of` is the seat that
plays or draws; `supply` and `pile` are the numbers of portions and cards in them. */
export interface KarteneckPosition {
  game: "karteneck";
  to_act: number | null;
  turn_of: number;
  seat: number | null;
  hand: (number)[];
  hand_sizes: (number)[];
  layouts: ((number)[])[];
  totals: (number)[];
  out: (boolean)[];
  stacks: ((number)[])[];
  scores: (number)[];
  grill: (number)[];
  supply: number;
  pile: number;
  discard: (number)[];
  moves: (string)[];
  layable: ((number)[])[];
  follow_ups?: Record<string, (string)[]>;
}

/** The table of a game that has no position type of its own. `text` is a drawing of it for people. */
export interface TextPosition {
  game: string;
  to_act: number | null;
  turn_of: number;
  scores: (number)[];
  text: string;
  moves: (string)[];
}

/** The game is over, for this reason. */
export interface GameEnded {
  event: "GameEnded";
  reason: string;
}

/** Dice were rolled. */
export interface DiceRolled {
  event: "DiceRolled";
  seat: number;
  dice: string;
}

/** All dice of a face were set aside; the turn's sum is now `total`. */
export interface FaceKept {
  event: "FaceKept";
  seat: number;
  face: string;
  count: number;
  total: number;
}

/** A turn ended without success. The reason is one of `no_new_face`, `no_worm` or the game's own. */
export interface AttemptFailed {
  event: "AttemptFailed";
  seat: number;
  reason: string;
}

/** A portion went from the grill to a stack. */
export interface PortionTaken {
  event: "PortionTaken";
  seat: number;
  portion: number;
}

/** A portion went from the victim's stack to the seat's. */
export interface PortionStolen {
  event: "PortionStolen";
  seat: number;
  portion: number;
  victim: number;
}

/** A portion went from a stack back to the grill. */
export interface PortionReturned {
  event: "PortionReturned";
  seat: number;
  portion: number;
}

/** A portion on the grill was turned over: it is out of play. */
export interface PortionTurned {
  event: "PortionTurned";
  portion: number;
}

/** A plate went on an empty spot and earned its worms from the bank. */
export interface PlatePlaced {
  event: "PlatePlaced";
  seat: number;
  spot: number;
  worms: number;
}

/** A plate took the place of the victim's single one, and the worms went with it. */
export interface PlateReplaced {
  event: "PlateReplaced";
  seat: number;
  spot: number;
  worms: number;
  victim: number;
}

/** A second plate went on the player's own one and earned the worms again; the spot is blocked now. */
export interface SpotSecured {
  event: "SpotSecured";
  seat: number;
  spot: number;
  worms: number;
}

/** A player took a snail, from a spot or (None) from the pool. */
export interface SnailTaken {
  event: "SnailTaken";
  seat: number;
  spot: number | null;
}

/** A snail from the pool went on a spot; `displaced` is the seat whose single plate had to go. */
export interface SnailPlaced {
  event: "SnailPlaced";
  spot: number;
  displaced: number | null;
}

/** A round began: these portions lie on the grill and this seat is the first. */
export interface GrillLaidOut {
  event: "GrillLaidOut";
  seat: number;
  portions: (number)[];
}

/** The draw pile was used up, and the discard pile with its `cards` became the new one. */
export interface PileReshuffled {
  event: "PileReshuffled";
  cards: number;
}

/** A seat drew `count` cards. */
export interface CardsDrawn {
  event: "CardsDrawn";
  seat: number;
  count: number;
}

/** The cards that a seat drew, visible to that seat alone. */
export interface CardsSeen {
  event: "CardsSeen";
  seat: number;
  cards: (number)[];
}

/** A seat laid out cards; its layout counts `total` now. */
export interface CardsLaid {
  event: "CardsLaid";
  seat: number;
  cards: (number)[];
  total: number;
}

/** A seat dropped out with a valid or an invalid layout. */
export interface DroppedOut {
  event: "DroppedOut";
  seat: number;
  valid: boolean;
  total: number;
}

/** An invalid layout went to the discard pile. */
export interface LayoutDiscarded {
  event: "LayoutDiscarded";
  seat: number;
  cards: (number)[];
}

/** A seat got its portion in the serving. */
export interface PortionServed {
  event: "PortionServed";
  seat: number;
  portion: number;
  total: number;
}

/** All players have dropped out, `served` of them got a portion, and the valid layouts were discarded. */
export interface RoundEnded {
  event: "RoundEnded";
  served: number;
}

export type Command = Sit | Leave | Back | StandIn | SeatBot | Clear | Start | Commit | Reveal | MakeMove | Hurry | Say | React | SetChat | SetPace | Close;

export type Message = Happened | Welcome | You | Done | Refused | Presence | Notice | Pong | Bye;

/** A whole game, from before its first step to its last. `end` is None if it was not played to the end. */
export interface Replay {
  game: string;
  setup: Record<string, unknown>;
  players: (SeatInfo)[];
  frames: (Frame)[];
  end: End | null;
}

/** The table after a step of a record. A step without events is joined with the next one. */
export interface Frame {
  step: number;
  position: BratwurmeckPosition | BarbecuePosition | KarteneckPosition | TextPosition;
  move?: string | null;
  seat?: number | null;
  events?: (GameEnded | DiceRolled | FaceKept | AttemptFailed | PortionTaken | PortionStolen | PortionReturned | PortionTurned | PlatePlaced | PlateReplaced | SpotSecured | SnailTaken | SnailPlaced | GrillLaidOut | PileReshuffled | CardsDrawn | CardsSeen | CardsLaid | DroppedOut | LayoutDiscarded | PortionServed | RoundEnded)[];
  hands?: ((number)[])[];
  chance?: (ChanceNode)[];
}

/** How a game ended. */
export interface End {
  reason: string;
  scores: (number)[];
  ranking: ((number)[])[];
  winners: (number)[];
}

/** A game in a list of games. Times are milliseconds since 1970; `ended` is None while it is running. */
export interface PlayedGame {
  table: string;
  number: number;
  game: string;
  setup: Record<string, unknown>;
  began: number;
  ended: number | null;
  reason: string | null;
  results: (SeatResult)[];
  record?: string | null;
  unverified?: boolean;
}

/** The result of one seat. `luck` is what its rolls brought beyond the expected value, in the game's unit.

    With both `person` and `bot`, the player was away at the end and a bot finished the game. */
export interface SeatResult {
  seat: number;
  name: string;
  person: boolean;
  bot: string | null;
  score: number;
  rank: number;
  won: boolean;
  failed: number;
  luck: number | null;
  mine?: boolean;
}

/** Totals over the finished games of a table for one participant: a person under a name, or a bot.

    A game that a bot finished for a person counts as one of the person's games, but its result counts for neither. */
export interface PlayerTally {
  name: string;
  person: boolean;
  bot: string | null;
  games: number;
  wins: number;
  score: number;
  failed: number;
  luck: number | null;
  mine?: boolean;
}

/** Totals over one player's finished games of one kind. Luck is the sum over the games for which it is known.

    A game in which the player had several seats is one game, and at most one win; score, failed attempts and luck are
    the sums over all the player's seats. A game that a bot finished for the player counts as one of the games, but its
    result does not count. A game that was copied from a device counts only in `unverified`. */
export interface Statistics {
  game: string;
  games: number;
  wins: number;
  score: number;
  failed: number;
  luck: number | null;
  unverified?: number;
}

/** The values of a seat's moves, the best one first; `exact` distinguishes exact values from estimates.

    `seq` is the last entry that changed the game: the advice is for a move made against it. */
export interface Advice {
  seat: number;
  seq: number;
  exact: boolean;
  best: string;
  options: (Option)[];
}

/** A move, and what comes of it if all later choices are the best ones.

    In games with dice `gain` is exact: the expected worms or points, less those that a failed attempt costs at once;
    `success` is the chance to win something. The later choices are those for the best chance to win, where that is
    known, and else those for the highest gain. Elsewhere it is an estimate of what the round brings relative to the
    average of the others, and `error` is its standard error. `win` is about the chance to win the game, as an evaluator
    estimates it; None where there is none. */
export interface Option {
  move: string;
  gain: number;
  success?: number | null;
  error?: number | null;
  results?: (Result)[];
  win?: number | null;
}

/** One way for the turn to end, the worms or points that it brings, and its chance.

    The name is a portion's or a spot's number, `snail`, `end` (a stop that only ends the game) or `failed`. */
export interface Result {
  name: string;
  gain: number;
  chance: number;
}

/** A finished game: every decision, the worst moments, what each seat lost in all, its luck, and the scores.

    All is counted in the unit of the game's scores. Luck is empty where it cannot be computed. For a game whose
    decisions cannot be judged there is nothing but the scores. `wins` is the same game by the chances to win, None
    where no evaluator knows them. */
export interface Review {
  game: string;
  exact: boolean;
  decisions: (Judged)[];
  moments: (Moment)[];
  lost: (number)[];
  luck: (number)[];
  standings: (Standing)[];
  wins?: WinReview | null;
}

/** A decision: the move, the best one, what they were worth, and what was lost.

    The steps are numbered as in the record, the turns (or the rounds, in a game that has any) through the game. `error`
    is the standard error of the loss where it is an estimate. */
export interface Judged {
  step: number;
  seat: number;
  turn: number;
  choices: number;
  move: string;
  best: string;
  gain: number;
  best_gain: number;
  lost: number;
  error?: number | null;
}

/** A decision that lost much, with what lay there: the dice, or the hand and the layout as in a position.

    The chances are those to win something, in the games with dice. */
export interface Moment {
  step: number;
  seat: number;
  kept?: string;
  rolled?: string;
  hand?: (number)[];
  layout?: (number)[];
  success?: number | null;
  best_success?: number | null;
}

/** The scores after a turn, and whose turn it was; or after a round, in a game that has any. */
export interface Standing {
  step: number;
  seat: number | null;
  scores: (number)[];
}

/** A game by everybody's chance to win, as an evaluator estimates it.

    `course` has the chances of all seats at the beginning and after every turn, or round: as many as there are
    standings. All is rounded to six decimals. */
export interface WinReview {
  course: ((number)[])[];
  decisions: (WinJudged)[];
  moments: (WinMoment)[];
  seats: (WinAccount)[];
}

/** A decision by its player's chance to win: after the move, after the best one, and what was lost.

    `stake` is what the worst move would have lost. */
export interface WinJudged {
  step: number;
  seat: number;
  win: number;
  best: string;
  best_win: number;
  lost: number;
  stake: number;
}

/** A decision that cost much of a chance to win, with what lay there, and why: how the two moves would have gone on.

    `total` is the sum of the dice set aside. `failed` is the chance of a failed attempt or an invalid layout, and
    `likely` the most likely result, if its player goes on well. `decisive` is the result whose `chance` says most about
    why the better move is better, or all results with at least so many worms or points, such as `3+`. Where turns
    cannot be solved these come from simulations, and so does `gain`: what the round brings on average, relative to the
    others. `counts` is what the layout counts after the move, and `left` how many cards are left in the hand. */
export interface WinMoment {
  step: number;
  seat: number;
  kept?: string;
  rolled?: string;
  total?: number;
  hand?: (number)[];
  layout?: (number)[];
  failed?: number | null;
  best_failed?: number | null;
  likely?: string | null;
  best_likely?: string | null;
  decisive?: string | null;
  chance?: number | null;
  best_chance?: number | null;
  gain?: number | null;
  best_gain?: number | null;
  counts?: number | null;
  best_counts?: number | null;
  left?: number | null;
  best_left?: number | null;
}

/** How a seat came from its chance at the start to that at the end: start + luck - lost + gifts + rest = end.

    `luck` is what all rolls or cards brought, of which `own_luck` by those of its own; `lost` is what its own choices
    gave away, and `gifts` what those of the others gave to it. `rest` is what the evaluator corrected between turns,
    and what a forfeit decided. On average luck is 0: it is the difference from what chance brings on average.

    `accuracy` is the part of what was at stake in its decisions that was kept, in percent: 100 for always the best
    move, 0 for always the worst one; None where nothing was at stake. */
export interface WinAccount {
  start: number;
  end: number;
  luck: number;
  own_luck: number;
  lost: number;
  gifts: number;
  rest: number;
  accuracy: number | null;
}

/** A player whom the caller has muted or blocked, with the name at that time. */
export interface BlockInfo {
  id: string;
  kind: "block" | "mute";
  name: string;
  at: number;
}

/** A seat of a table whose player is muted or blocked by the caller. */
export interface BlockedSeat {
  seat: number;
  kind: "block" | "mute";
}

/** A player to mute or block: the holder of a seat, or the author of an entry. It replaces an earlier setting. */
export interface NewBlock {
  kind: "block" | "mute";
  seat?: number | null;
  entry?: number | null;
}

/** A report to the operator about the current holder of a seat, or about the author of an entry. */
export interface NewReport {
  reason: "chat" | "cheating" | "name" | "other" | "stalling";
  seat?: number | null;
  entry?: number | null;
  note?: string;
}

/** A device of the player, or a token for programs. Times are milliseconds since 1970. */
export interface DeviceInfo {
  id: string;
  kind: "browser" | "program";
  browser: string;
  system: string;
  at: number;
  seen: number | null;
  this: boolean;
}

/** A code that links another device to the same player, once. Times are milliseconds since 1970. */
export interface LinkCode {
  code: string;
  link: string;
  until: number;
  now: number;
}

/** The player that a device would become with a code, and the player that it is now; no name if it is unknown. */
export interface LinkOffer {
  name: string;
  portrait: string;
  now: string | null;
}
