import { beforeEach, expect, test, vi } from "vitest";
import { HereHost } from "../../src/offline/host.svelte";
import { Failure, type FailureCode, type FromWorker, type ToWorker } from "../../src/offline/messages";
import { reach } from "../../src/offline/reach.svelte";

class FakeWorker {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  readonly sent: ToWorker[] = [];
  ended = false;
  postMessage = (message: ToWorker) => void this.sent.push(message);
  terminate = () => void (this.ended = true);
  says(message: FromWorker) {
    this.onmessage?.call(this as never, { data: message } as MessageEvent);
  }
  kinds = () => this.sent.map(({ kind }) => kind);
}

const parts = { loader: "l", module: "m", wasm: "w", library: "s", archive: "a", lock: {} };

type Stored = { parts: typeof parts } | null;

function setUp({
  lacks = null as FailureCode | null,
  copy = () => Promise.resolve({ parts }),
  stored = () => Promise.resolve<Stored>({ parts }),
} = {}) {
  const workers: FakeWorker[] = [];
  const host = new HereHost({
    lacks: () => lacks,
    copy,
    stored,
    worker: () => {
      workers.push(new FakeWorker());
      return workers.at(-1) as never;
    },
  });
  return { host, workers, worker: () => workers.at(-1) as FakeWorker };
}

/** Let everything that can go on do so. */
const settle = () => vi.advanceTimersByTimeAsync(1);

async function running() {
  const all = setUp();
  const ready = all.host.ready();
  await settle();
  all.worker().says({ kind: "ready" });
  await ready;
  return all;
}

beforeEach(() => {
  vi.useFakeTimers();
  reach.waiting = false;
});

test("the first request loads Python, starts the host, and is answered", async () => {
  const { host, worker } = setUp();
  const answer = host.fetch("/api/tables", { method: "POST", body: "{}" });
  await settle();
  expect(worker().kinds()).toEqual(["load", "start"]);
  worker().says({ kind: "ready" });
  await settle();
  expect(worker().sent.at(-1)).toEqual({ kind: "request", id: 1, method: "POST", path: "/api/tables", body: "{}" });
  worker().says({ kind: "response", id: 1, status: 201, body: '{"code":"~A"}' });
  const response = await answer;
  expect([response.status, await response.json()]).toEqual([201, { code: "~A" }]);
});

test("the reader is told only after a while, and only of what they want", async () => {
  const { host, worker } = setUp();
  void host.fetch("/api/history", {});
  await vi.advanceTimersByTimeAsync(1000);
  expect(reach.waiting).toBe(false);
  void host.fetch("/api/me", { method: "POST" });
  expect(reach.waiting).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reach.waiting).toBe(true);
  worker().says({ kind: "ready" });
  expect(reach.waiting).toBe(false);
});

test("a browser that cannot is told before anything is loaded", async () => {
  const { host, workers } = setUp({ lacks: "no_wasm" });
  await expect(host.ready()).rejects.toMatchObject({ code: "no_wasm", message: expect.stringContaining("16.4") as string });
  expect(workers).toEqual([]);
  expect(reach.waiting).toBe(true);
});

test("a broken download can be tried again", async () => {
  let broken = true;
  const { host, worker } = setUp({ copy: () => (broken ? Promise.reject(new Failure("download")) : Promise.resolve({ parts })) });
  await expect(host.ready()).rejects.toMatchObject({ code: "download" });
  broken = false;
  host.again();
  await settle();
  worker().says({ kind: "ready" });
  await host.ready();
  expect(host.failure).toBeNull();
});

test("what waited for a broken download goes on once it was tried again", async () => {
  let broken = true;
  const { host, worker } = setUp({ copy: () => (broken ? Promise.reject(new Failure("download")) : Promise.resolve({ parts })) });
  const answer = host.fetch("/api/me", { method: "POST" });
  await settle();
  expect([host.failure, reach.waiting]).toEqual(["download", true]);
  broken = false;
  host.again();
  await settle();
  worker().says({ kind: "ready" });
  await settle();
  worker().says({ kind: "response", id: 1, status: 200, body: "{}" });
  expect((await answer).status).toBe(200);
});

test("a reader who closes what says so does not wait any longer, and is told again the next time", async () => {
  const { host, workers } = setUp();
  const request = () => host.fetch("/api/me", { method: "POST" });
  const first = expect(request()).rejects.toMatchObject({ code: "dismissed", message: "" });
  await vi.advanceTimersByTimeAsync(1000);
  host.dismiss();
  await first;
  expect(reach.waiting).toBe(false);
  const second = expect(request()).rejects.toMatchObject({ code: "dismissed" });
  await vi.advanceTimersByTimeAsync(1000);
  expect([reach.waiting, workers.length]).toEqual([true, 1]);
  host.dismiss();
  await second;
});

test("a table is followed, and what is sent arrives", async () => {
  const { host, worker } = await running();
  const heard: string[] = [];
  const line = host.connect("~A", "since=3", { opened: () => heard.push("opened"), received: (text) => heard.push(text), ended: () => heard.push("ended") });
  await settle();
  const connected = worker().sent.at(-1) as { socket: number };
  expect(connected).toMatchObject({ kind: "connect", code: "~A", query: "since=3" });
  worker().says({ kind: "message", socket: connected.socket, text: "hello" });
  line.send("move");
  expect(worker().sent.at(-1)).toEqual({ kind: "send", socket: connected.socket, text: "move" });
  worker().says({ kind: "closed", socket: connected.socket });
  expect(heard).toEqual(["opened", "hello", "ended"]);
});

test("a follower who left hears nothing more", async () => {
  const { host, worker } = await running();
  const heard: string[] = [];
  const line = host.connect("~A", "", { opened: () => heard.push("opened"), received: (text) => heard.push(text), ended: () => heard.push("ended") });
  line.close();
  await settle();
  expect(heard).toEqual([]);
  expect(worker().kinds()).not.toContain("connect");
});

test("while another page plays, this one can wait for it or take over", async () => {
  const { host, worker, workers } = setUp();
  const first = host.ready();
  await settle();
  worker().says({ kind: "failed", code: "other_tab", message: "" });
  await expect(first).rejects.toMatchObject({ code: "other_tab" });
  expect(worker().ended).toBe(false);
  host.takeOver();
  await settle();
  expect(workers).toHaveLength(1);
  expect(worker().kinds()).toEqual(["load", "start", "steal"]);
  worker().says({ kind: "ready" });
  await host.ready();
  expect(reach.waiting).toBe(false);
});

test("a page whose turn was taken stops at once, says so, and can take it back", async () => {
  const { host, worker, workers } = await running();
  const answer = host.fetch("/api/history", {});
  const ended = vi.fn();
  host.connect("~A", "", { opened: () => undefined, received: () => undefined, ended });
  await settle();
  answer.catch(() => undefined);
  worker().says({ kind: "lost" });
  await expect(answer).rejects.toMatchObject({ code: "other_tab", message: expect.stringContaining("another tab") as string });
  expect(workers[0]?.ended).toBe(true);
  expect(ended).toHaveBeenCalledOnce();
  expect(reach.waiting).toBe(true);
  host.takeOver();
  await settle();
  expect(worker().kinds()).toEqual(["load", "steal"]);
});

test("a page whose turn was taken while it started stops, too", async () => {
  const { host, worker, workers } = setUp();
  const ready = host.ready();
  ready.catch(() => undefined);
  await settle();
  expect(host.phase).toBe("starting");
  worker().says({ kind: "lost" });
  await expect(ready).rejects.toMatchObject({ code: "other_tab" });
  expect(workers[0]?.ended).toBe(true);
  workers[0]?.says({ kind: "ready" });
  expect(host.phase).toBe("failed");
});

test("a move that is not stored is said until it is", async () => {
  const { host, worker } = await running();
  worker().says({ kind: "unstored", code: "full" });
  expect([host.unstored, reach.waiting]).toEqual(["full", true]);
  worker().says({ kind: "stored" });
  expect([host.unstored, reach.waiting]).toEqual([null, false]);
});

test("where everything was deleted nothing is tried again, and a new game starts anew", async () => {
  const { host, worker, workers } = await running();
  worker().says({ kind: "unstored", code: "storage" });
  worker().says({ kind: "failed", code: "deleted", message: "" });
  expect([host.failure, host.unstored, worker().ended, reach.waiting, reach.stopped]).toEqual(["deleted", null, true, true, true]);
  host.leave();
  expect([reach.waiting, reach.stopped]).toEqual([false, false]);
  void host.fetch("/api/me", { method: "POST" });
  await settle();
  expect(workers).toHaveLength(2);
});

test("Python can be loaded ahead of time; only the first request starts the host", async () => {
  const { host, worker, workers } = setUp();
  await host.prepare();
  expect(worker().kinds()).toEqual(["load"]);
  const ready = host.ready();
  await settle();
  worker().says({ kind: "ready" });
  await ready;
  expect(workers).toHaveLength(1);
  expect(worker().kinds()).toEqual(["load", "start"]);
});

test("a failure and a move that is not stored are said once, not at every attempt", async () => {
  const follower = { opened: () => undefined, received: () => undefined, ended: () => undefined };
  const { host, worker } = await running();
  worker().says({ kind: "unstored", code: "full" });
  reach.waiting = false;
  worker().says({ kind: "unstored", code: "full" });
  expect(reach.waiting).toBe(false);
  worker().says({ kind: "lost" });
  expect(reach.waiting).toBe(true);
  reach.waiting = false;
  host.connect("~A", "", follower);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reach.waiting).toBe(false);
  const refused = expect(host.fetch("/api/tables", { method: "POST" })).rejects.toMatchObject({ code: "other_tab" });
  await settle();
  expect(reach.waiting).toBe(true);
  host.dismiss();
  await refused;
  expect(reach.waiting).toBe(false);
});

test("parts that arrive after the page was left start nothing", async () => {
  let arrive: () => void = () => undefined;
  const { host, workers } = setUp({ copy: () => new Promise((resolve) => (arrive = () => resolve({ parts }))) });
  host.ready().catch(() => undefined);
  host.leave();
  arrive();
  await settle();
  expect(workers).toEqual([]);
});

test("tables are looked for only if that downloads nothing", async () => {
  const { host, workers } = setUp({ stored: () => Promise.resolve(null) });
  expect(await host.isThere()).toBe(false);
  expect(workers).toEqual([]);
  expect(await setUp().host.isThere()).toBe(true);
});

test("a page that is left lets others play, and starts again when it is shown again", async () => {
  const { host, worker, workers } = await running();
  const ended = vi.fn();
  host.connect("~A", "", { opened: () => undefined, received: () => undefined, ended });
  await settle();
  host.leave();
  expect([worker().ended, ended.mock.calls.length, reach.waiting]).toEqual([true, 1, false]);
  const ready = host.ready();
  await settle();
  expect(workers).toHaveLength(2);
  worker().says({ kind: "ready" });
  await ready;
});
