// The tables at which a player sat down on this device, so that they can be found again.
import { device, type Keep } from "../storage";

const KEY = "heckmeck.tables";
const KEPT = 12;

/** A table's code, and when it was last opened here. */
export interface Visit {
  code: string;
  at: number;
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

export function remember(code: string, storage: Keep, at = Date.now()): void {
  write([{ code, at }, ...others(code, storage)], storage);
}

export function forget(code: string, storage: Keep = device): void {
  write(others(code, storage), storage);
}
