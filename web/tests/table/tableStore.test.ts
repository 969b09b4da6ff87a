import { beforeEach, expect, test, vi } from "vitest";
import { Seeds } from "../../src/fairness/seeds";
import { remembered } from "../../src/table/myTables";
import { TableStore } from "../../src/table/tableStore.svelte";
import { moduleOf } from "../helpers/games";
import { aPosition, aStore, aTable, aWelcome, FakeLink, happened, memory } from "../helpers/tables";

beforeEach(() => void vi.restoreAllMocks());

test("a welcome says where the table stands", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  expect(store.seq).toBe(5);
  expect(store.mine).toEqual([0]);
  expect(store.position?.game).toBe("bratwurmeck");
  expect(store.myTurn).toBe(true);
});

test("an entry moves the table on, and what it does not name stays", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  store.receive(happened(6, { position: aPosition({ to_act: 1, turn_of: 1 }) }));
  expect(store.seq).toBe(6);
  expect(store.myTurn).toBe(false);
  expect(store.table?.seats[0]?.name).toBe("Ann");
  expect(store.latest?.seq).toBe(6);
});

test("a roll is shown at once, and what changes its place moves there", () => {
  const shown: boolean[] = [];
  const store = new TableStore("ABCDEFGH", {
    show: (update, moves) => (shown.push(moves), update()),
    moduleOf,
    seeds: new Seeds(memory()),
    link: () => new FakeLink(),
  });
  store.receive(aWelcome());
  const roll = { event: "DiceRolled" as const, seat: 0, dice: "1133" };
  store.receive(happened(6, { position: aPosition(), events: [roll] }));
  store.receive(happened(7, { position: aPosition(), events: [{ event: "PortionTaken", seat: 0, portion: 21 }, roll] }));
  expect(shown).toEqual([false, false, true]);
});

test("an entry that came already changes nothing", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  store.receive(happened(6));
  store.receive(happened(6, { position: aPosition({ to_act: 1 }) }));
  store.receive(happened(4, { position: aPosition({ to_act: 1 }) }));
  expect(store.entries.map(({ seq }) => seq)).toEqual([6]);
  expect(store.myTurn).toBe(true);
});

test("entries that were missed are told, and only the welcome after them says how it stands", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  store.linkChanged("lost");
  store.receive(happened(6));
  store.receive(happened(7, { what: "began" }));
  expect(store.entries.map(({ seq }) => seq)).toEqual([6, 7]);
  expect(store.latest).toBeNull();
  store.receive(aWelcome({ seq: 7, position: aPosition({ to_act: 1 }) }));
  expect(store.seq).toBe(7);
  expect(store.myTurn).toBe(false);
});

test("nobody moves out of turn", () => {
  const { store, link } = aStore();
  store.receive(aWelcome({ position: aPosition({ to_act: 1 }) }));
  store.move("roll");
  expect(link.sent).toEqual([]);
});

test("the end of a game stays until the next begins", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  const ended = { reason: "grill_empty", scores: [3, 1], ranking: [[0], [1]], winners: [0], secret: "00" };
  store.receive(happened(6, { table: aTable({ phase: "over" }), ended }));
  expect(store.ended?.winners).toEqual([0]);
  store.receive(happened(7, { what: "said" }));
  expect(store.ended?.winners).toEqual([0]);
  store.receive(happened(8, { what: "began", table: aTable({ number: 2 }) }));
  expect(store.ended).toBeNull();
});

test("there is nothing to come back to at a closed table", () => {
  const { store, link } = aStore();
  store.receive(aWelcome());
  expect(link.closed).toBe(false);
  store.receive(happened(6, { what: "closed", table: aTable({ phase: "closed" }) }));
  expect(link.closed).toBe(true);
  expect(store.link).toBe("gone");
});

test("a new connection to an unchanged game leaves what is on the table as it is", () => {
  const { store } = aStore();
  store.receive(aWelcome({ table: aTable({ phase: "playing" }) }));
  const { position } = store;
  expect(position).not.toBeNull();
  store.receive(aWelcome({ table: aTable({ phase: "playing" }) }));
  expect(store.position).toBe(position);
});

test("the last message of the operator is there to be shown", () => {
  const { store } = aStore();
  store.receive(aWelcome());
  expect(store.notice).toBeNull();
  store.receive({ type: "notice", id: "one", text: "The server restarts at noon." });
  expect(store.notice?.text).toBe("The server restarts at noon.");
});

test("a reaction is shown beside the seat for a while", () => {
  vi.useFakeTimers();
  const { store } = aStore();
  store.receive(aWelcome());
  store.receive(happened(6, { what: "reacted", seat: 1, text: "clap" }));
  expect(store.reactions.of(1)?.reaction).toBe("clap");
  vi.runAllTimers();
  expect(store.reactions.of(1)).toBeUndefined();
  vi.useRealTimers();
});

test("older entries come when they are asked for, until the log begins", async () => {
  const asked: string[] = [];
  const older = { 7: [5, 6], 5: [3, 4] } as Record<string, number[]>;
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const entries = (older[path.split("before=")[1] ?? ""] ?? []).map((seq) => happened(seq));
    return Promise.resolve(new Response(JSON.stringify({ entries, begins: 3 })));
  });
  const { store } = aStore();
  expect(store.hasEarlier).toBe(false);
  store.receive(happened(7));
  store.receive(aWelcome({ seq: 7, begins: 3 }));
  expect(store.hasEarlier).toBe(true);
  await Promise.all([store.lookBack(), store.lookBack()]);
  expect(store.entries.map(({ seq }) => seq)).toEqual([5, 6, 7]);
  await store.lookBack();
  expect(store.entries.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7]);
  expect(store.hasEarlier).toBe(false);
  expect(store.seq).toBe(7);
  expect(asked).toHaveLength(2);
  store.receive(happened(8));
  expect(store.entries.at(-1)?.seq).toBe(8);
  vi.unstubAllGlobals();
});

test("where older entries cannot be had, they can be asked for again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  const { store } = aStore();
  store.receive(aWelcome({ seq: 7 }));
  await store.lookBack();
  expect(store.lookingBack).toBe(false);
  expect(store.hasEarlier).toBe(true);
  vi.unstubAllGlobals();
});

test("what muted people say is nothing to read, and is read again when that changes", async () => {
  const { store, link } = aStore();
  store.receive(aWelcome());
  store.readChat();
  store.receive(happened(6, { what: "said", seat: 1, name: "Bo", text: "rude words" }));
  store.receive(happened(7, { what: "said", seat: 1, muted: true }));
  store.receive(happened(8, { what: "reacted", seat: 1, muted: true }));
  store.receive(happened(9));
  expect(store.unread).toBe(1);
  expect(store.reactions.of(1)).toBeUndefined();
  const asked: string[] = [];
  const again = [[8, "reacted"], [7, "said"], [6, "said"], [5, "sat"]] as const;
  vi.stubGlobal("fetch", (path: string) => {
    const before = Number(new URL(path, "http://localhost").searchParams.get("before"));
    asked.push(path);
    const entries = again.filter(([seq]) => seq < before).slice(0, 2).map(([seq, what]) => happened(seq, { what, seat: 1, muted: true })).reverse();
    return Promise.resolve(new Response(JSON.stringify({ entries, begins: 1 })));
  });
  await store.reread();
  expect(asked).toHaveLength(2);
  expect(link.restarts).toBe(1);
  expect(store.entries.map(({ seq, what, muted }) => [seq, what, muted ?? false])).toEqual([
    [6, "said", true], [7, "said", true], [8, "reacted", true], [9, "moved", false],
  ]);
  expect(JSON.stringify(store.entries)).not.toContain("rude words");
  expect(store.unread).toBe(0);
  vi.unstubAllGlobals();
});

test("the last message is forgotten with its author, also where it is read aloud", async () => {
  const { store } = aStore();
  store.receive(aWelcome());
  store.receive(happened(6, { what: "said", seat: 1, name: "Bo", text: "rude words" }));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ entries: [happened(6, { what: "said", seat: 1, muted: true })], begins: 1 }))));
  await store.reread();
  expect(store.latest?.muted).toBe(true);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  await store.reread();
  expect(store.seq).toBe(6);
  vi.unstubAllGlobals();
});

test("what can be said of a table without its server is remembered, and when nobody waits there any more", () => {
  const storage = memory();
  const { store } = aStore(new Seeds(storage));
  store.receive(aWelcome());
  expect(remembered(storage)).toMatchObject([{ code: "ABCDEFGH", game: "bratwurmeck" }]);
  expect(remembered(storage)[0]).not.toHaveProperty("over");
  store.receive(happened(6, { table: aTable({ phase: "over" }) }));
  expect(remembered(storage)).toMatchObject([{ code: "ABCDEFGH", over: true }]);
});
