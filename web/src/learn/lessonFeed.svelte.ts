// A recorded table as a feed of the table's views. The reader's moves are sent to the lesson, which answers them.
import type { TableFeed } from "../table/feed";
import type { GameModule } from "../table/gameModule";
import { TableState } from "../table/tableState.svelte";
import type { Show } from "../table/tableStore.svelte";
import type { Happened, SeatInfo, Welcome } from "../wire/types";

export class LessonFeed implements TableFeed {
  moving = $state<string | null>(null);
  tried = "";
  readonly replayed = false;
  readonly advisor = null;
  readonly live = null;
  readonly #state = new TableState();

  constructor(
    readonly module: GameModule,
    readonly show: Show,
    readonly onmove: (move: string) => void,
  ) {}

  get table() {
    return this.#state.table;
  }

  get position() {
    return this.#state.position;
  }

  get mine() {
    return this.#state.mine;
  }

  get entries() {
    return this.#state.entries;
  }

  get latest() {
    return this.#state.latest;
  }

  get coming() {
    return this.#state.coming;
  }

  get ended() {
    return this.#state.ended;
  }

  get acting(): number | null {
    const seat = this.position?.to_act;
    return this.table?.phase === "playing" && seat != null && this.mine.includes(seat) ? seat : null;
  }

  get myTurn(): boolean {
    return this.acting !== null;
  }

  get viewpoint(): number | undefined {
    return this.mine[0];
  }

  seat(number: number): SeatInfo | null {
    return this.table?.seats[number] ?? null;
  }

  move(move: string): void {
    if (!this.myTurn || this.moving) return;
    this.tried = move;
    this.moving = move;
    // As with a server, the answer arrives after the press.
    queueMicrotask(() => {
      this.moving = null;
      this.onmove(move);
    });
  }

  /** Clear the log and any unanswered move. */
  clear(): void {
    this.#state.clear();
    this.moving = null;
  }

  /** Show what happens next, or a scene to which the table is set. */
  play(message: Happened | Welcome): void {
    if (message.type === "welcome") return this.show(() => this.#state.welcome(message), false);
    const moves = message.position != null && this.module.moves(message.events ?? []);
    if (moves) this.#state.announce(message);
    this.show(() => this.#state.record(message) && this.#state.advance(message), moves);
  }
}
