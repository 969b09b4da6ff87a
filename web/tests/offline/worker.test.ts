import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../../src/offline/messages";

/** What the worker says, and what its surroundings do when the test lets them. */
let said: FromWorker[];
let listen: (event: { data: ToWorker }) => void;
let steal: () => void;
let open: () => void;
let load: () => void;
const database = { close: vi.fn() };
const start = vi.fn(() => Promise.resolve());
const request = vi.fn(() => Promise.resolve("[200, \"[]\"]"));

const kinds = () => said.map(({ kind }) => kind);
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  said = [];
  vi.resetModules();
  vi.clearAllMocks();
  vi.stubGlobal("postMessage", (message: FromWorker) => said.push(message));
  vi.stubGlobal("addEventListener", (_: string, listener: typeof listen) => (listen = listener));
  vi.stubGlobal("navigator", {
    locks: {
      request: (_: string, __: object, held: () => unknown) => new Promise((_resolve, reject) => {
        steal = () => reject(new DOMException("stolen", "AbortError"));
        held();
      }),
    },
  });
  vi.doMock("../../src/offline/database", () => ({ Database: { open: () => new Promise((resolve) => (open = () => resolve(database))) } }));
  vi.doMock("../../src/offline/python", () => ({ python: () => new Promise((resolve) => (load = () => resolve(() => ({ start, request })))) }));
  await import("../../src/offline/worker");
  listen({ data: { kind: "load", parts: {} as never } });
  listen({ data: { kind: "start" } });
});

afterEach(() => {
  vi.doUnmock("../../src/offline/database");
  vi.doUnmock("../../src/offline/python");
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the host starts once the database is open and Python is loaded", async () => {
  open();
  load();
  await settle();
  expect(kinds()).toEqual(["ready"]);
});

test("a request that fails in Python is answered, and its error is in the console", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  open();
  load();
  await settle();
  const error = new Error("PythonError: out of memory");
  request.mockRejectedValueOnce(error);
  listen({ data: { kind: "request", id: 7, method: "GET", path: "/api/history", body: null } });
  await settle();
  expect(said.at(-1)).toEqual({ kind: "response", id: 7, status: 500, body: "{}" });
  expect(log).toHaveBeenCalledWith(error);
  log.mockRestore();
});

test("stolen while the database is opened: it is closed, and nothing starts", async () => {
  load();
  steal();
  await settle();
  open();
  await settle();
  expect([kinds(), start.mock.calls.length, database.close.mock.calls.length]).toEqual([["lost"], 0, 1]);
});

test("stolen while Python is loaded: the database is closed at once, and nothing starts", async () => {
  open();
  await settle();
  steal();
  await settle();
  expect(database.close).toHaveBeenCalledOnce();
  load();
  await settle();
  expect([kinds(), start.mock.calls.length]).toEqual([["lost"], 0]);
});

test("stolen while the host starts: it never gets ready", async () => {
  let started: () => void = () => undefined;
  start.mockImplementationOnce(() => new Promise<void>((resolve) => (started = resolve)));
  open();
  load();
  await settle();
  steal();
  await settle();
  started();
  await settle();
  expect([kinds(), database.close.mock.calls.length]).toEqual([["lost"], 1]);
});
