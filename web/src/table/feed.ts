// The data that the views of a table show. There are three feeds: the live table, a past game, a lesson.
import type { Snippet } from "svelte";
import type { LinkState } from "../wire/connection";
import type { CommandBody, Position } from "../wire/messages";
import type { Ended, Happened, Option, Presence, Refused, SeatInfo, TableInfo } from "../wire/types";
import type { GameModule } from "./gameModule";
import type { Reactions } from "./reactions.svelte";

export interface TableFeed {
  readonly module: GameModule;
  readonly table: TableInfo | null;
  /** The position as it may be shown now, without anything covered. */
  readonly position: Position | null;
  /** The reader's own seats. */
  readonly mine: readonly number[];
  readonly entries: readonly Happened[];
  /** The newest entry that arrived live. */
  readonly latest: Happened | null;
  /** Entries that are about to be shown, so that the things they move can be captured at their old places. */
  readonly coming: readonly Happened[];
  readonly ended: Ended | null;
  /** The own seat that is to decide. */
  readonly acting: number | null;
  /** Whether the reader can decide now. */
  readonly myTurn: boolean;
  /** The seat from which the table is seen. */
  readonly viewpoint: number | undefined;
  /** The id of our move that has not been answered yet. */
  readonly moving: string | null;
  /** The move that was tried last, in notation; of two the second. */
  readonly tried: string;
  /** Whether this is a past game. */
  readonly replayed: boolean;
  /** What the coach says; null where there is none. */
  readonly advisor: Advisor | null;
  /** The table behind the feed, if it can be changed: null for a lesson and a past game. */
  readonly live: LiveTable | null;
  seat(number: number): SeatInfo | null;
  /** Make a move against what is on the screen, and with it the decision that follows, if there is one. */
  move(move: string, then?: string): void;
}

/** A table on the server: people come and go, chat, and play again. */
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
  /** Number of unread messages in the chat. */
  readonly unread: number;
  /** Whether a hand is covered, because another person may be looking. */
  readonly covered: boolean;
  /** Whether our move waits for the connection. */
  readonly unsent: boolean;
  /** The seats whose seeds we have sent, and without which the game has begun. */
  readonly unheard: readonly number[];
  /** Whether the log has older entries than those that are here. */
  readonly hasEarlier: boolean;
  /** Whether they are being loaded. */
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

/** Snippets that pages add to a table from parts of the client that tables do not know. */
export interface TableExtras {
  /** The header in the garden: the sign and the controls. */
  header?: Snippet;
  /** The coach: a panel beside the table, or on a phone one line in our own place that opens it. */
  coach?: Snippet<[panel: boolean]>;
  /** The button to open the review of a finished game. */
  review?: Snippet;
  /** The best moments of a finished game in a few words. */
  story?: Snippet;
  /** The summary of a finished game. */
  summary?: Snippet;
}
