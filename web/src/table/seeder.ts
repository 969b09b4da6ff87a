// Reveals seeds when the table asks for them, and commits to new ones for the next game.
import type { Seeds } from "../fairness/seeds";
import type { CommandBody } from "../wire/messages";
import type { TableInfo } from "../wire/types";

export class Seeder {
  readonly #said = new Set<string>();

  constructor(
    readonly seeds: Seeds,
    readonly send: (command: CommandBody) => void,
  ) {}

  /** Reveal or commit to seeds for these seats as the table requires, each once. */
  tend(table: TableInfo, mine: readonly number[]): void {
    if (table.phase === "seeding") mine.forEach((seat) => this.#reveal(table, seat));
  }

  /** Commit to seeds for the next game, unless these seats have done so. */
  commit(table: TableInfo, mine: readonly number[]): void {
    mine.forEach((seat) => this.#commit(table, seat));
  }

  #reveal(table: TableInfo, seat: number): void {
    const commitment = table.commitments?.[seat];
    if (!commitment || table.seeds?.[seat] || !this.#first(commitment)) return;
    const seed = this.seeds.reveal(commitment);
    if (seed) this.send({ type: "reveal", seat, seed });
  }

  #commit(table: TableInfo, seat: number): void {
    const holder = table.seats[seat];
    if (!holder || holder.bot || holder.committed) return;
    if (this.#first(`${table.number}/${seat}`)) {
      this.send({ type: "commit", seat, commitment: this.seeds.commit() });
    }
  }

  #first(what: string): boolean {
    if (this.#said.has(what)) return false;
    this.#said.add(what);
    return true;
  }
}
