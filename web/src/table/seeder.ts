// Shows seeds when they are asked for, and commits to new ones between games.
import type { Wanted } from "../wire/messages";
import type { TableInfo } from "../wire/types";
import type { Seeds } from "./seeds";

export class Seeder {
  readonly #said = new Set<string>();

  constructor(
    readonly seeds: Seeds,
    readonly send: (command: Wanted) => void,
  ) {}

  /** Do what the table wants of these seats, each thing once. */
  tend(table: TableInfo, mine: number[]): void {
    for (const seat of mine) {
      if (table.phase === "seeding") this.#reveal(table, seat);
      else if (table.phase === "over") this.#commit(table, seat);
    }
  }

  #reveal(table: TableInfo, seat: number): void {
    const commitment = table.commitments?.[seat];
    if (!commitment || table.seeds?.[seat]) return;
    const seed = this.seeds.find(commitment);
    if (seed && this.#first(commitment)) this.send({ type: "reveal", seat, seed });
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
