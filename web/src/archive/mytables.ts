// The tables at which somebody sat down on this device, to find the way back to them.
const KEY = "heckmeck.tables";
const KEPT = 12;

type Keep = Pick<Storage, "getItem" | "setItem">;

/** Their codes, the latest first. */
export function remembered(storage: Keep = localStorage): string[] {
  try {
    return JSON.parse(storage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function write(codes: string[], storage: Keep): void {
  try {
    storage.setItem(KEY, JSON.stringify(codes.slice(0, KEPT)));
  } catch {
    // Without a storage the way back is by the link.
  }
}

export function remember(code: string, storage: Keep): void {
  write([code, ...remembered(storage).filter((other) => other !== code)], storage);
}

export function forget(code: string, storage: Keep = localStorage): void {
  write(remembered(storage).filter((other) => other !== code), storage);
}
