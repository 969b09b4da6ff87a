// Starts games: puts bots on free seats; with several people, the page of the player who was ready last starts the next game.
import type { CommandBody } from "../wire/messages";
import type { TableInfo } from "../wire/types";
import { waitedFor } from "./rematch";
import type { Seeder } from "./seeder";

export class Starter {
  /** The game after which we have requested the next one, so that it is requested once. */
  #startedAfter = -1;

  constructor(
    readonly seeder: Seeder,
    readonly send: (command: CommandBody) => void,
  ) {}

  /** Start a game, with bots on the seats that are free and new seeds for our own. */
  start(table: TableInfo | null, mine: readonly number[], bots: readonly string[]): void {
    table?.seats.forEach((holder, seat) => {
      const bot = bots[seat % bots.length];
      if (!holder && bot) this.send({ type: "bot", seat, bot });
    });
    this.#startedAfter = table?.number ?? 0;
    if (table) this.seeder.commit(table, mine);
    this.send({ type: "start" });
  }

  /** A player is ready. If all are, and the last one was ours, start: exactly one page does. */
  ready(table: TableInfo | null, mine: readonly number[], seat: number | null | undefined): void {
    if (table?.phase !== "over" || seat == null || !mine.includes(seat)) return;
    if (this.#startedAfter === table.number) return;
    if (table.seats.every((holder) => holder !== null) && waitedFor(table).length === 0) this.send({ type: "start" });
  }
}
