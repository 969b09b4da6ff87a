// Starts games: puts bots on free seats, and of several people the page of the one who was ready last starts the next game.
import type { CommandBody } from "../wire/messages";
import type { TableInfo } from "../wire/types";
import { waitedFor } from "./rematch";
import type { Seeder } from "./seeder";

export class Starter {
  /** The game after which we have asked for the next one, so that we do it once. */
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

  /** A player is ready. Where all are, and it was one of ours who came last, start: exactly one page does. */
  ready(table: TableInfo | null, mine: readonly number[], seat: number | null | undefined): void {
    if (table?.phase !== "over" || seat == null || !mine.includes(seat)) return;
    if (this.#startedAfter === table.number) return;
    if (table.seats.every((holder) => holder !== null) && waitedFor(table).length === 0) this.send({ type: "start" });
  }
}
