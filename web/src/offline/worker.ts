// The worker that runs the tables of this device: Python decides, IndexedDB stores, the page shows.
import { Database } from "./database";
import { Lock } from "./lock";
import type { FailureCode, FromWorker, ToWorker } from "./messages";
import { type Host, python } from "./python";

const tell = (message: FromWorker) => postMessage(message);

let loading: ReturnType<typeof python> | undefined;
let host: Host | undefined;
let database: Database | undefined;
/** Counts how often this page got or lost its turn: what an earlier turn began must not go on. */
let turn = 0;

const lock = new Lock({
  waits: () => tell({ kind: "failed", code: "other_tab", message: "another page plays" }),
  held: () => void run(++turn),
  lost: () => {
    turn++;
    host = undefined;
    database?.close();
    tell({ kind: "lost" });
  },
});

async function run(mine: number): Promise<void> {
  let opened: Database;
  try {
    opened = await Database.open({
      stored: () => tell({ kind: "stored" }),
      unstored: (error) => tell({ kind: "unstored", code: isFull(error) ? "full" : "storage" }),
      deleted: () => mine === turn && fail("deleted", "everything was deleted"),
    });
  } catch (error) {
    return mine === turn ? fail(isFull(error) ? "full" : "storage", error) : undefined;
  }
  if (mine !== turn) return opened.close();
  database = opened;
  try {
    const make = await (loading as ReturnType<typeof python>);
    if (mine !== turn) return;
    const begun = make({
      read: (space, first, last) => opened.read(space, first, last),
      write: (changes) => opened.write(changes),
      send: (socket, text) => tell(text == null ? { kind: "closed", socket } : { kind: "message", socket, text }),
    });
    await begun.start();
    if (mine !== turn) return;
    host = begun;
    tell({ kind: "ready" });
  } catch (error) {
    if (mine === turn) fail(isMemory(error) ? "no_memory" : "broken", error);
  }
}

const isFull = (error: unknown) => error instanceof Error && error.name === "QuotaExceededError";
/** What engines say where they cannot give Python its memory. */
const isMemory = (error: unknown) => error instanceof RangeError || (error instanceof Error && /memory/i.test(error.message));

function fail(code: FailureCode, error: unknown): void {
  tell({ kind: "failed", code, message: String(error) });
}

async function answer(id: number, method: string, path: string, body: string | null): Promise<void> {
  // Python's None is undefined here; null would be an object of its own.
  const found = await host?.request(method, path, body ?? undefined);
  const [status, text] = found ? (JSON.parse(found) as [number, string]) : [503, "{}"];
  tell({ kind: "response", id, status, body: text });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case "load":
      loading = python(data.parts);
      // It is reported where it is waited for.
      loading.catch(() => undefined);
      return;
    case "start":
      return lock.take();
    case "steal":
      return lock.take(true);
    case "connect":
      return host?.connect(data.socket, data.code, data.query);
    case "send":
      return host?.receive(data.socket, data.text);
    case "close":
      return host?.disconnect(data.socket);
    case "request":
      void answer(data.id, data.method, data.path, data.body).catch((error: unknown) => {
        console.error(error);
        tell({ kind: "response", id: data.id, status: 500, body: "{}" });
      });
  }
});
