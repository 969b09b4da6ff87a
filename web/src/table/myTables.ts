// The tables at which a player sat down on this device, so that they can be found again.
import { device, type Keep } from "../storage";

const KEY = "heckmeck.tables";
const KEPT = 12;

/** A table's code, when it was last opened here, and what can be said of it while its server cannot be asked. */
export interface Visit {
  code: string;
  at: number;
  game?: string;
  title?: string;
  /** Whether nobody waited for anything there any more. */
  over?: boolean;
}

/** The latest first. */
export function remembered(storage: Keep = device): Visit[] {
  try {
    return (JSON.parse(storage.getItem(KEY) ?? "[]") as Visit[]).filter(({ code }) => code);
  } catch {
    return [];
  }
}

function write(visits: Visit[], storage: Keep): void {
  try {
    storage.setItem(KEY, JSON.stringify(visits.slice(0, KEPT)));
  } catch {
    // Without a storage the table can only be found by its link.
  }
}

const others = (code: string, storage: Keep) => remembered(storage).filter((visit) => visit.code !== code);

export function remember(visit: Omit<Visit, "at">, storage: Keep, at = Date.now()): void {
  write([{ ...visit, at }, ...others(visit.code, storage)], storage);
}

export function forget(code: string, storage: Keep = device): void {
  write(others(code, storage), storage);
}
