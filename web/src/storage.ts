// What this device keeps. Where a browser forbids it, or has no room left, it is kept as long as the page is open.

/** The part of a `Storage` that is used. */
export type Keep = Pick<Storage, "getItem" | "setItem">;

/** Make a storage of one that may not be there: to look at a forbidden one is an error already. */
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

/** Kept for good. */
export const device = guarded(() => localStorage);
/** Kept while the tab is open, also if the page is loaded again. */
export const tab = guarded(() => sessionStorage);
