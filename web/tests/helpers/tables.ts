// A table without a server: messages are put in by hand, and commands are collected.
import { Seeds } from "../../src/fairness/seeds";
import { type Link, TableStore } from "../../src/table/tableStore.svelte";
import type { CommandBody } from "../../src/wire/messages";
import type { BratwurmeckPosition, Happened, TableInfo, Welcome } from "../../src/wire/types";
import { moduleOf } from "./games";

export class FakeLink implements Link {
  readonly sent: (CommandBody & { id: string })[] = [];
  restarts = 0;
  closed = false;
  open() {}
  close() {
    this.closed = true;
  }
  probe() {}
  restart() {
    this.restarts += 1;
  }
  send(wanted: CommandBody): string {
    const id = `command-${this.sent.length + 1}`;
    this.sent.push({ ...wanted, id });
    return id;
  }
}

export function memory(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

export function aStore(seeds = new Seeds(memory())): { store: TableStore; link: FakeLink } {
  const link = new FakeLink();
  const store = new TableStore("ABCDEFGH", { show: (update) => update(), moduleOf, seeds, link: () => link });
  return { store, link };
}

export function aTable(more: Partial<TableInfo> = {}): TableInfo {
  return {
    code: "ABCDEFGH",
    phase: "playing",
    plan: { game: "bratwurmeck", seats: 2 },
    chat: true,
    seats: [{ name: "Ann", person: true }, { name: "greedy", bot: "greedy" }],
    host: 0,
    number: 1,
    ...more,
  };
}

export function aPosition(more: Partial<BratwurmeckPosition> = {}): BratwurmeckPosition {
  return {
    game: "bratwurmeck", to_act: 0, turn_of: 0, grill: [21, 22], turned: [], stacks: [[], []], scores: [0, 0],
    kept: "", rolled: "11244WWW", total: 0, moves: ["keep 1", "keep 2", "keep 4", "keep W"], ...more,
  };
}

export function aWelcome(more: Partial<Welcome> = {}): Welcome {
  return { type: "welcome", seq: 5, table: aTable(), mine: [0], host: true, now: 1000, position: aPosition(), ...more };
}

export function happened(seq: number, more: Partial<Happened> = {}): Happened {
  return { type: "happened", seq, at: 0, what: "moved", seat: 0, ...more };
}
