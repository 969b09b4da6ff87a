import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { type Change, Database } from "../../src/offline/database";

const watcher = { stored: vi.fn(), unstored: vi.fn(), deleted: vi.fn() };
let factory: IDBFactory;

beforeEach(() => {
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  vi.clearAllMocks();
  factory = new IDBFactory();
});

const open = () => Database.open(watcher, factory);
const change = (...changes: Change[]) => JSON.stringify(changes);

test("what was written is read in the order of its keys, also after a restart", async () => {
  const first = await open();
  expect(await first.write(change(["rows", "A/2", "two", "new"], ["rows", "A/1", "one", "new"], ["rows", "B/1", "other", "new"], ["meta", "A/1", "elsewhere", "any"]))).toBe(true);
  first.db.close();
  const second = await open();
  expect(await second.read("rows", "A/", "A/~")).toEqual([["A/1", "one"], ["A/2", "two"]]);
  expect(await second.read("rows", "A/2", "B/1")).toEqual([["A/2", "two"], ["B/1", "other"]]);
  expect(await second.read("luck", "", "~")).toEqual([]);
});

test("if a key that must be new is there, nothing of the change is made", async () => {
  const database = await open();
  await database.write(change(["rows", "A/1", "first", "new"]));
  expect(await database.write(change(["rows", "A/0", "before", "any"], ["rows", "A/1", "second", "new"], ["rows", "A/2", "after", "any"]))).toBe(false);
  expect(await database.read("rows", "", "~")).toEqual([["A/1", "first"]]);
  expect(watcher.unstored).not.toHaveBeenCalled();
});

test("other keys are replaced", async () => {
  const database = await open();
  await database.write(change(["meta", "me", "Ann", "any"]));
  await database.write(change(["meta", "me", "Bo", "any"]));
  expect(await database.read("meta", "", "~")).toEqual([["me", "Bo"]]);
});

test("a write is done when the transaction is, with strict durability", async () => {
  const database = await open();
  const begin = vi.spyOn(database.db, "transaction");
  await database.write(change(["meta", "me", "Ann", "any"]));
  expect(begin).toHaveBeenCalledWith("texts", "readwrite", { durability: "strict" });
  expect(watcher.stored).toHaveBeenCalledOnce();
});

test("a full disk is reported, the promise fails, and nothing is half written", async () => {
  const database = await open();
  const begin = database.db.transaction.bind(database.db);
  const full = new DOMException("no room", "QuotaExceededError");
  vi.spyOn(database.db, "transaction").mockImplementationOnce((...how) => {
    const transaction = begin(...how);
    const store = transaction.objectStore("texts");
    const put = store.put.bind(store);
    store.put = (...what) => {
      const request = put(...what);
      // What a browser does when it finds no room.
      transaction.abort();
      Object.defineProperty(transaction, "error", { value: full });
      return request;
    };
    transaction.objectStore = () => store;
    return transaction;
  });
  await expect(database.write(change(["meta", "me", "Ann", "any"]))).rejects.toBe(full);
  expect(watcher.unstored).toHaveBeenCalledWith(full);
  expect(await database.read("meta", "", "~")).toEqual([]);
});

test("a storage that is forbidden cannot be opened", async () => {
  vi.spyOn(factory, "open").mockImplementation(() => {
    throw new DOMException("not here", "SecurityError");
  });
  await expect(open()).rejects.toThrow("not here");
});

test("a closed database neither reads nor writes", async () => {
  const database = await open();
  database.close();
  await expect(database.write(change(["meta", "me", "Ann", "any"]))).rejects.toThrow("closed");
  await expect(database.read("meta", "", "~")).rejects.toThrow("closed");
});

test("a lost connection is opened again, for several at once only once", async () => {
  const database = await open();
  const opening = vi.spyOn(factory, "open");
  // What it is like after a browser has closed it: the next transaction fails.
  database.db.close();
  const all = [database.write(change(["meta", "me", "Ann", "any"])), database.write(change(["meta", "you", "Bo", "any"]))];
  expect(await Promise.all(all)).toEqual([true, true]);
  expect(opening).toHaveBeenCalledOnce();
  expect(await database.read("meta", "", "~")).toEqual([["me", "Ann"], ["you", "Bo"]]);
  expect(watcher.unstored).not.toHaveBeenCalled();
});

test("a connection that cannot be opened again fails the write", async () => {
  const database = await open();
  database.db.close();
  vi.spyOn(factory, "open").mockImplementation(() => {
    throw new DOMException("no more", "UnknownError");
  });
  await expect(database.write(change(["meta", "me", "Ann", "any"]))).rejects.toThrow("no more");
  expect(watcher.unstored).toHaveBeenCalledOnce();
});

test("a database that is gone is not taken for an empty one", async () => {
  const database = await open();
  await database.write(change(["rows", "A/1", "one", "new"]));
  database.db.close();
  await new Promise((resolve) => (factory.deleteDatabase("heckmeck-offline").onsuccess = resolve));
  await expect(database.write(change(["rows", "A/2", "two", "new"]))).rejects.toThrow();
  // It is said as what it is: no move of these games can be stored any more.
  expect([watcher.deleted.mock.calls.length, watcher.unstored.mock.calls.length]).toEqual([1, 0]);
});

test("a database that is being deleted makes way, and says so; for a newer version it only makes way", async () => {
  await open();
  await new Promise((resolve) => (factory.deleteDatabase("heckmeck-offline").onsuccess = resolve));
  expect(watcher.deleted).toHaveBeenCalledOnce();
  await open();
  await new Promise((resolve) => (factory.open("heckmeck-offline", 2).onsuccess = resolve));
  expect(watcher.deleted).toHaveBeenCalledOnce();
});
