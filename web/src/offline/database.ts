// What the host stores, in IndexedDB: texts by space and key. The host is told that something is stored only when it is on the disk.

export type Change = [space: string, key: string, value: string, how: "new" | "any"];

const NAME = "heckmeck-offline";
const STORE = "texts";

/** What a database reports about its writes, and that everything in it was deleted meanwhile. */
export interface Watcher {
  stored(): void;
  unstored(error: unknown): void;
  deleted(): void;
}

class Deleted extends Error {}

/** What browsers say where they have lost the connection, for instance because the device slept. */
const LOST = ["InvalidStateError", "UnknownError"];

/** Connect to the database. One that must be there already is not made anew: that would hide that everything is gone. */
function connect(factory: IDBFactory, known: boolean): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = factory.open(NAME, 1);
    let missing = false;
    opening.onupgradeneeded = () => {
      missing = known;
      if (known) opening.transaction?.abort();
      else opening.result.createObjectStore(STORE);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(missing ? new Deleted("everything was deleted") : opening.error ?? new Error("the database cannot be opened"));
    opening.onblocked = () => reject(new Error("the database is blocked"));
  });
}

export class Database {
  db: IDBDatabase;
  #closed = false;
  #lost = false;
  #connecting: Promise<void> | null = null;

  private constructor(
    db: IDBDatabase,
    readonly watcher: Watcher,
    readonly factory: IDBFactory,
  ) {
    this.db = db;
    this.#use(db);
  }

  static async open(watcher: Watcher, factory: IDBFactory = indexedDB): Promise<Database> {
    return new Database(await connect(factory, false), watcher, factory);
  }

  /** Neither read nor write any more. */
  close(): void {
    this.#closed = true;
    this.db.close();
  }

  #use(db: IDBDatabase): void {
    this.db = db;
    this.#lost = false;
    // Another page has a newer version, or the reader deletes everything.
    db.onversionchange = ({ newVersion }) => {
      this.close();
      if (newVersion === null) this.watcher.deleted();
    };
    db.onclose = () => (this.#lost ||= this.db === db);
  }

  /** Do something with the database; if the connection is lost, once more with a new one. */
  async #with<T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error("the database is closed");
    const { db } = this;
    try {
      return await work(db);
    } catch (error) {
      if (this.#closed || !(this.#lost || this.db !== db || LOST.includes((error as Error).name))) throw error;
      await this.#reconnect(db);
      return work(this.db);
    }
  }

  async #reconnect(lost: IDBDatabase): Promise<void> {
    if (this.db !== lost) return;
    lost.close();
    this.#connecting ??= connect(this.factory, true).then((db) => this.#use(db), (error: unknown) => this.#failed(error)).finally(() => (this.#connecting = null));
    await this.#connecting;
    if (!this.#closed) return;
    this.db.close();
    throw new Error("the database is closed");
  }

  #failed(error: unknown): never {
    if (error instanceof Deleted) {
      this.#closed = true;
      this.watcher.deleted();
    }
    throw error;
  }

  /** The keys between two, both included, with their values, in the order of the keys. */
  read(space: string, first: string, last: string): Promise<[key: string, value: string][]> {
    return this.#with((db) => new Promise((resolve, reject) => {
      const transaction = db.transaction(STORE, "readonly");
      const store = transaction.objectStore(STORE);
      const range = IDBKeyRange.bound([space, first], [space, last]);
      const keys = store.getAllKeys(range);
      const values: IDBRequest<string[]> = store.getAll(range);
      transaction.oncomplete = () => resolve(keys.result.map((key, at) => [(key as string[])[1] as string, values.result[at] as string]));
      transaction.onabort = () => reject(transaction.error ?? new Error("nothing was read"));
    }));
  }

  /** Make all changes or none; return false if a key that must be new exists already. */
  async write(changes: string): Promise<boolean> {
    try {
      const done = await this.#with((db) => write(db, JSON.parse(changes) as Change[]));
      this.watcher.stored();
      return done;
    } catch (error) {
      // It would be tried again, in vain.
      if (!(error instanceof Deleted)) this.watcher.unstored(error);
      throw error;
    }
  }
}

function write(db: IDBDatabase, changes: readonly Change[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    let taken = false;
    for (const [space, key, value, how] of changes) {
      const at = [space, key];
      if (how === "any") store.put(value, at);
      // A failed request aborts the transaction with everything in it.
      else store.add(value, at).onerror = (event) => (taken ||= (event.target as IDBRequest).error?.name === "ConstraintError");
    }
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => (taken ? resolve(false) : reject(transaction.error ?? new Error("nothing was stored")));
  });
}
