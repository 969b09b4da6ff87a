// What the views of a table are given to show. There are three feeds: the live table, a game of the past, a lesson.
import type { Snippet } from "svelte";
import type { LinkState } from "../wire/connection";
import type { CommandBody, Position } from "../wire/messages";
import type { Ended, Happened, Option, Presence, Refused, SeatInfo, TableInfo } from "../wire/types";
import type { GameModule } from "./gameModule";
import type { Reactions } from "./reactions.svelte";

export interface TableFeed {
  readonly module: GameModule;
  readonly table: TableInfo | null;
  /** The game as it may be shown now: what is covered is not in it. */
  readonly position: Position | null;
  /** The reader's own seats. */
  readonly mine: readonly number[];
  readonly entries: readonly Happened[];
  /** The newest entry that came while somebody was looking. */
  readonly latest: Happened | null;
  /** Entries that are about to be shown, so that what they move can be pictured where it still lies. */
  readonly coming: readonly Happened[];
  readonly ended: Ended | null;
  /** The own seat that is to decide. */
  readonly acting: number | null;
  /** Whether the reader can decide now. */
  readonly myTurn: boolean;
  /** The seat that the table is looked at from. */
  readonly viewpoint: number | undefined;
  /** The id of our move that has not been answered yet. */
  readonly moving: string | null;
  /** The move that was tried last, in notation; of two the second. */
  readonly tried: string;
  /** Whether this is a game of the past. */
  readonly replayed: boolean;
  /** What the coach says; null where there is none. */
  readonly advisor: Advisor | null;
  /** The table behind the feed, where it can be changed: null for a lesson and a game of the past. */
  readonly live: LiveTable | null;
  seat(number: number): SeatInfo | null;
  /** Make a move against what is on the screen, and with it the decision that follows, if there is one. */
  move(move: string, then?: string): void;
}

/** A table on the server: people come and go, talk, and play again. */
export interface LiveTable extends TableFeed {
  readonly code: string;
  /** The number of the last entry. */
  readonly seq: number;
  readonly link: LinkState;
  readonly host: boolean;
  readonly presence: Presence | null;
  readonly reactions: Reactions;
  readonly refusal: Refused | null;
  /** When the time for a decision is over, in milliseconds of our own clock. */
  readonly due: number | null;
  /** Number of messages in the chat that nobody has looked at. */
  readonly unread: number;
  /** Whether a hand is kept from view, because somebody else may be looking. */
  readonly covered: boolean;
  /** Whether our move waits for the connection. */
  readonly unsent: boolean;
  /** The seats whose seeds we have sent, and without which the game has begun. */
  readonly unheard: readonly number[];
  /** Whether the log has older entries than those that are here. */
  readonly hasEarlier: boolean;
  /** Whether they are on their way. */
  readonly lookingBack: boolean;
  lookBack(): Promise<void>;
  send(command: CommandBody): string;
  say(text: string): void;
  readChat(): void;
  /** The position before the first throw of a newcomer, until the dice are thrown; else null. */
  readonly unthrown: Position | null;
  throwDice(): void;
  sit(name: string, seat?: number, portrait?: string): void;
  reconnect(): void;
  ready(): void;
  start(bots?: readonly string[]): void;
  replace(seat: number, bot: string): void;
  uncover(): void;
  /** Let the bot that is to act go on at once. */
  hurry(): void;
}

/** The coach, as the choices on the table see it. */
export interface Advisor {
  /** Whether it is switched on. */
  readonly on: boolean;
  /** Whether there is a decision to help with. */
  readonly needed: boolean;
  readonly best: Option | null;
  /** The move that the reader has chosen or wants to know more about. */
  asked: string | null;
  /** The choice whose consequences are shown. */
  readonly shown: Option | null;
  option(move: string): Option | null;
}

/** What pages add to a table from parts of the client that tables know nothing of. */
export interface TableExtras {
  /** What hangs in the garden: the sign and the controls. */
  header?: Snippet;
  /** The coach: a panel beside the table, or on a phone one line in our own place that opens it. */
  coach?: Snippet<[panel: boolean]>;
  /** The way to the review of a finished game. */
  review?: Snippet;
  /** The best moments of a finished game in a few words. */
  story?: Snippet;
  /** What remains of a finished game. */
  summary?: Snippet;
}
