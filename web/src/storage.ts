// Storage on this device. If a browser forbids it, or has no room left, values are kept while the page is open.

/** The part of a `Storage` that is used. */
export type Keep = Pick<Storage, "getItem" | "setItem">;

/** Wrap a storage that may be unavailable: even accessing a forbidden one throws. */
export function guarded(find: () => Keep | null): Keep {
  const own = new Map<string, string>();
  return {
    getItem(key) {
      try {
        return own.get(key) ?? find()?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        const storage = find();
        if (!storage) throw new Error("there is no storage");
        storage.setItem(key, value);
        own.delete(key);
      } catch {
        own.set(key, value);
      }
    },
  };
}

/** Kept permanently. */
export const device = guarded(() => localStorage);
/** Kept while the tab is open, even across reloads. */
export const tab = guarded(() => sessionStorage);
