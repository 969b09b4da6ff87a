// All that the client knows about a game, behind two interfaces: nothing outside games/<game> names a game.
import type { Component } from "svelte";
import type { Luck } from "../fairness/luck";
import type { PortraitMood } from "../ui/art/characters";
import type { Cue } from "../sound/recipes";
import type { EventName, GameEvent, Position } from "../wire/messages";
import type { Frame, Happened, Moment, Replay, TableInfo, WinMoment } from "../wire/types";
import type { TableExtras, TableFeed } from "./feed";

export type NameOf = (seat: number) => string;

/** The part of a game that is loaded at once: enough to offer it, to teach it and to show past results. */
export interface GameCard {
  /** The server's name for it. */
  readonly name: string;
  title(): string;
  /** One sentence for the start page; empty where there is none. */
  about(): string;
  /** What scores count: "worms", "points", or another word of the server's. */
  readonly unit: string;
  readonly Picture: Component;
  /** The options of the rules that are offered when a table is opened. */
  readonly options: readonly RuleOption[];
  /** Whether luck can be measured against exact odds. */
  readonly exactOdds: boolean;
  /** Whether there is a coach for it. */
  readonly coached: boolean;
  /** The tutorial and the rules pages; null where there are none. */
  readonly learning: Learning | null;
  /** Load what is needed when a game is over. */
  past(): Promise<PastGameModule>;
}

/** A game at a table; it is loaded before the table is shown. */
export interface GameModule extends GameCard {
  /** Whether a game is counted in rounds of all players instead of turns. */
  readonly rounds: boolean;
  readonly Table: Component<{ feed: TableFeed; extras?: TableExtras }>;
  /** Put the game's part of an entry into words. */
  log(entry: Happened, nameOf: NameOf): LogLine[];
  /** How the log sums up a turn in one line; null if every sentence has its own line. */
  readonly turns: TurnLog | null;
  /** Draws what a seat has won, for the end of a game; null if the score is enough. */
  readonly Winnings: Component<{ position: Position; seat: number; table: TableInfo | null }> | null;
  /** Which events are heard, and how. */
  readonly cues: Readonly<Partial<Record<EventName, Cue>>>;
  /** The moods of players about an event; "calm" for players whose turn begins. */
  feelings?(event: GameEvent): readonly Feeling[];
  /** Whether things move with these events, so that the browser has to capture them first. */
  moves(events: readonly GameEvent[]): boolean;
  /** The outcomes of chance that an entry shows while a game goes on, as a record writes them. */
  outcomesIn(entry: Happened): string[];
  /** Whether a turn (or round) begins with a frame of a replay. */
  beginsTurn(frame: Frame, before: Frame | undefined): boolean;
  /** What a seat holds that others may not see; null if everything is open. */
  readonly hand: HiddenHand | null;
  /** Hints for newcomers in their first game, in this order. */
  readonly hints: readonly Hint[];
  /** The position before the first dice of a turn are thrown; null when they have been. Missing where nothing is thrown. */
  unthrown?(position: Position): Position | null;
  /** How the coach speaks of the game; null where there is no coach for it. */
  readonly coach: CoachWords | null;
}

export type Feeling = readonly [seat: number, mood: PortraitMood];

/** A note for newcomers that points at a thing on the table, at the moment when it matters. */
export interface Hint {
  /** Remembered once it was seen. */
  readonly name: string;
  text(): string;
  /** A selector for what it points at. */
  readonly target: string;
  /** Whether to show it now, in a position in which the reader decides. */
  when(position: Position): boolean;
}

/** One sentence of the log. */
export interface LogLine {
  /** The acting seat; null if there is none. */
  seat: number | null;
  /** Empty if another sentence covers it, too. */
  text: string;
  /** The event, in games whose log has events. */
  event?: GameEvent;
  /** Whether it is worth a second look, because the table itself does not show it. */
  headline: boolean;
}

/** A turn in one line: the pieces that were kept or laid, and the result. */
export interface TurnDigest {
  /** Dice or cards, each by its name in the game's notation. */
  pieces: readonly string[];
  result: string;
  mood: PortraitMood;
}

export interface TurnLog {
  /** Sum up what one seat has done in a turn, or in a round that may be over. */
  digest(events: readonly GameEvent[], over: boolean): TurnDigest;
  /** The pieces that a single event is about. */
  pieces(event: GameEvent): readonly string[];
  /** Draws pieces as small as a line of text. */
  readonly Pieces: Component<{ pieces: readonly string[] }>;
  /** Pieces as they are read out. */
  inWords(pieces: readonly string[]): string;
  /** Where all seats act in rounds: the events that begin and end one. */
  readonly round: { readonly begins: EventName; readonly ends: EventName } | null;
}

export interface RuleOption {
  /** As docs/records.md has it. */
  option: string;
  value: unknown;
  words: () => string;
  /** Whether the bots have learned who wins by this rule, too. */
  learned?: boolean;
}

export interface HiddenHand {
  /** Events that only the seat they are about may read. */
  readonly privateEvents: readonly EventName[];
  /** The seat whose hand is in a position, if any. */
  seatIn(position: Position): number | null;
  /** A position without any hand, and without the moves that would give it away. */
  covered(position: Position): Position;
  /** The position of a replay's frame as a seat saw it. */
  seenBy(seat: number, frame: Frame): Position;
}

/** The situation in which a move was made, as far as its words depend on it. */
export interface Situation {
  kept?: string;
  rolled?: string;
}

/** The situation on a table now. */
export interface OnTable {
  table: TableInfo;
  position: Position;
}

/** What lay on the table at a moment of the review, and what the players are called. */
export interface Scene {
  position: Position;
  nameOf: (seat: number) => string;
}

export interface CoachWords {
  /** A move in a few words, as on a button. */
  move(move: string, situation: Situation): string;
  /** Whether the coach's numbers for one move are also those of another. */
  alike(one: string, other: string): boolean;
  /** What a way for the turn to end is called. */
  result(name: string): string;
  /** A drawing in place of a result's name, where there is one. */
  resultPicture(name: string): Component | null;
  /** Why a certain choice is good, if the game can say more than that it is certain. */
  certain(move: string, at: OnTable): string | null;
  /** What a seat may lose in the turn of another; null if nothing is at risk or known. */
  threat(seat: number, at: OnTable): { title: string; text: string } | null;
  /** A remark about the figures in a position. */
  note(position: Position): string;
  /** Why another choice was better in a moment of the review; empty if there is nothing to say. Missing where turns with dice are reviewed. */
  why?(moment: WinMoment, move: string, best: string, scene: Scene | null): string;
  /** Load the drawing of the situation in a moment of the review. */
  situation(): Promise<Component<{ moment: Moment }>>;
}

export interface Learning {
  /** The letters that the numbers of its rules begin with. */
  readonly prefix: string;
  /** Its pages of docs/rules, its own first. */
  readonly pages: readonly string[];
  lesson(): Promise<LessonModule>;
  /** Load the drawing beside a rule; it is empty for most of them. */
  rulePicture(): Promise<Component<{ rule: string }>>;
}

export interface LessonModule {
  /** Written by web/lessons.py. */
  readonly recorded: unknown;
  /** What the tutor says in each step, by the step's name. */
  readonly words: Readonly<Record<string, TutorWords>>;
  /** A selector for what has to be pressed to make a move. */
  target(move: string): string;
}

export interface TutorWords {
  text: () => string;
  /** The answer to another move. */
  hint?: () => string;
  mood?: "happy" | "alarmed";
}

export interface PastGameModule {
  readonly highlights: HighlightRules;
  readonly luck: Luck;
  readonly fairness: FairnessWords;
  /** All hands of a frame, where hands are hidden during a game. */
  readonly OpenHands: Component<{ frame: Frame; table: TableInfo }> | null;
}

export interface Theft {
  seat: number;
  victim: number;
  /** The number of what was stolen. */
  thing: number;
  /** What it is worth; null: what the thief's score changed by. */
  gain: number | null;
}

/** Something that a player won. */
export interface Catch {
  seat: number;
  /** The number of it. */
  thing: number;
  gain: number;
}

/** The bravest deed of a game, with the words for it. */
export interface Bravery {
  seat: number;
  title: string;
  text(of: { name: string }): string;
}

/** The meaning of a game's events for its highlights and prizes. */
export interface HighlightRules {
  caught(event: GameEvent, replay: Replay): Catch | null;
  /** The bravest deed; null if there is none. */
  bravest(events: readonly GameEvent[]): Bravery | null;
  theft(event: GameEvent, replay: Replay): Theft | null;
  /** The seat that loses something by a failure worth telling. */
  failure(event: GameEvent): number | null;
  /** The seat whose failures are counted. */
  failed(event: GameEvent): number | null;
  /** A prize specific to the game: for the seat with most of these events. */
  readonly prize: { seat(event: GameEvent): number | null; title(): string; text(of: { count: number }): string } | null;
  readonly words: {
    theft(of: { name: string; victim: string; thing: number; worth: string }): string;
    failures(of: { count: number }): string;
    steady(): string;
    /** How a game with equal scores was decided. */
    tied(): string;
  };
}

export interface FairnessWords {
  outcomes(of: { count: number }): string;
  wrong(of: { outcome: number; shown: string; due: string }): string;
  /** How the outcomes follow from links and seeds. */
  how(): string[];
}
