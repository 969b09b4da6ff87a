import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type LinkState } from "../../src/wire/connection";
import type { Message } from "../../src/wire/types";
import { aWelcome } from "../helpers/tables";

class FakeSocket {
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onclose: WebSocket["onclose"] = null;
  readonly sent: { id: string; type: string }[] = [];
  closed = false;
  constructor(readonly url: string) {}
  send(text: string) {
    this.sent.push(JSON.parse(text) as { id: string; type: string });
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.onopen?.call({} as WebSocket, {} as Event);
  }
  says(message: Message) {
    this.onmessage?.call({} as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
  }
  breaks() {
    this.onclose?.call({} as WebSocket, {} as CloseEvent);
  }
}

function setUp({ there = true } = {}) {
  const sockets: FakeSocket[] = [];
  const states: LinkState[] = [];
  const heard: Message[] = [];
  const net = { reachable: false };
  const listener = {
    seq: 0,
    receive(message: Message) {
      heard.push(message);
      if ("seq" in message && message.seq != null) this.seq = message.seq;
    },
    linkChanged: (state: LinkState) => void states.push(state),
    stillThere: () => Promise.resolve(there),
    isReachable: () => Promise.resolve(net.reachable),
  };
  const connection = new Connection("ABCDEFGH", listener, (url) => {
    const socket = new FakeSocket(url);
    sockets.push(socket);
    return socket;
  });
  connection.open();
  const last = () => sockets.at(-1) as FakeSocket;
  return { connection, sockets, states, heard, net, last };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { protocol: "http:", host: "localhost:8765" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it asks for the current game first, and resumes where it was", async () => {
  const { sockets, states, last } = setUp();
  expect(last().url).toBe("ws://localhost:8765/ws/ABCDEFGH?from=game");
  last().opens();
  last().says(aWelcome({ seq: 9 }));
  last().breaks();
  await vi.advanceTimersByTimeAsync(300);
  expect(sockets).toHaveLength(2);
  expect(last().url).toBe("ws://localhost:8765/ws/ABCDEFGH?since=9");
  expect(states).toEqual(["open", "lost"]);
});

test("nothing is sent before the welcome, and everything after it", () => {
  const { connection, last } = setUp();
  connection.send({ type: "start" });
  last().opens();
  expect(last().sent).toEqual([]);
  last().says(aWelcome());
  expect(last().sent.map(({ type }) => type)).toEqual(["start"]);
});

test("a command without an answer is sent again under its id, one with an answer is not", async () => {
  const { connection, last } = setUp();
  last().opens();
  last().says(aWelcome());
  const answered = connection.send({ type: "start" });
  const lost = connection.send({ type: "say", text: "hello" });
  last().says({ type: "done", id: answered, seq: 6 });
  last().breaks();
  await vi.advanceTimersByTimeAsync(10_000);
  last().opens();
  last().says(aWelcome());
  expect(last().sent.map(({ id }) => id)).toEqual([lost]);
});

test("a connection that does not answer is given up for a new one", async () => {
  const { connection, sockets, states, last } = setUp();
  last().opens();
  last().says(aWelcome());
  connection.send({ type: "start" });
  await vi.advanceTimersByTimeAsync(7000);
  expect(sockets).toHaveLength(2);
  expect(states.at(-1)).toBe("lost");
  expect(sockets[0]?.closed).toBe(true);
});

test("a table that is not there is not asked for again", async () => {
  const { sockets, states, last } = setUp({ there: false });
  last().breaks();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  expect(states.at(-1)).toBe("gone");
});

test("a connection that was lost in a dead network is made anew as soon as the server can be reached", async () => {
  const { sockets, net, last } = setUp();
  await vi.advanceTimersByTimeAsync(3500);
  expect(sockets).toHaveLength(1);
  net.reachable = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(sockets).toHaveLength(2);
  expect(sockets[0]?.closed).toBe(true);
  last().says(aWelcome());
  await vi.advanceTimersByTimeAsync(5000);
  expect(sockets).toHaveLength(2);
});

test("a server that is slow to open a table gets more time at each attempt", async () => {
  const { sockets, net, last } = setUp();
  net.reachable = true;
  for (let kept = 0; kept < 2000 && sockets.length < 20; kept = last().closed ? 0 : kept + 100) {
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(sockets.length).toBeLessThan(6);
});

test("a connection that has opened is waited for, whatever the server says beside it", async () => {
  const { sockets, net, last } = setUp();
  net.reachable = true;
  await vi.advanceTimersByTimeAsync(200);
  last().opens();
  await vi.advanceTimersByTimeAsync(4000);
  expect(sockets).toHaveLength(1);
});

test("a connection that says nothing is given up after five seconds, and one that opens gets five more", async () => {
  const { sockets, last } = setUp();
  await vi.advanceTimersByTimeAsync(4900);
  last().opens();
  await vi.advanceTimersByTimeAsync(4900);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(400);
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5600);
  expect(sockets).toHaveLength(3);
});

test("after ten seconds of silence the server is asked whether it is there", async () => {
  const { sockets, states, last } = setUp();
  last().says(aWelcome());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(last().sent.map(({ type }) => type)).toEqual(["ping"]);
  last().says({ type: "pong" });
  await vi.advanceTimersByTimeAsync(14_900);
  expect([sockets.length, states]).toEqual([1, ["open"]]);
  await vi.advanceTimersByTimeAsync(200);
  expect(states).toEqual(["open", "lost"]);
  expect(sockets).toHaveLength(2);
});

test("a page that comes back asks at once, and connects anew without an answer", async () => {
  const { connection, sockets, states, last } = setUp();
  last().says(aWelcome());
  connection.probe();
  expect(last().sent.map(({ type }) => type)).toEqual(["ping"]);
  await vi.advanceTimersByTimeAsync(1600);
  expect(states).toEqual(["open", "lost"]);
  expect(sockets).toHaveLength(2);
  // Where nothing is open, it does not wait for the next attempt.
  connection.probe();
  expect(sockets).toHaveLength(3);
});

test("what the server could not store is sent again under the same id", async () => {
  const { connection, last } = setUp();
  last().says(aWelcome());
  const id = connection.send({ type: "start" });
  last().says({ type: "refused", id, code: "not_kept", message: "" });
  await vi.advanceTimersByTimeAsync(1100);
  last().says({ type: "done", id, seq: 6 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(last().sent.map((command) => command.id)).toEqual([id, id]);
});

test("a refusal without an id is that of the oldest command", () => {
  const { connection, last, heard } = setUp();
  last().says(aWelcome());
  const id = connection.send({ type: "start" });
  last().says({ type: "refused", id: null, code: "bad_message", message: "" });
  expect(heard.at(-1)).toMatchObject({ type: "refused", id });
});

test("a server of an older version that does not know pings is there all the same", async () => {
  const { sockets, states, heard, last } = setUp();
  last().says(aWelcome());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(last().sent.map(({ type }) => type)).toEqual(["ping"]);
  last().says({ type: "refused", id: null, code: "bad_message", message: "" });
  await vi.advanceTimersByTimeAsync(9000);
  expect([sockets.length, states]).toEqual([1, ["open"]]);
  expect(heard.map(({ type }) => type)).toEqual(["welcome"]);
});

test("the refusal of a ping is not taken for that of a command beside it", () => {
  const { connection, last, heard } = setUp();
  last().says(aWelcome());
  const first = connection.send({ type: "start" });
  connection.probe();
  const second = connection.send({ type: "close" });
  last().says({ type: "done", id: first, seq: 6 });
  last().says({ type: "refused", id: null, code: "bad_message", message: "" });
  expect(heard.at(-1)).toMatchObject({ type: "done", id: first });
  last().says({ type: "refused", id: null, code: "bad_message", message: "" });
  expect(heard.at(-1)).toMatchObject({ type: "refused", id: second });
});

test("a ping that was not answered is not mistaken for a command that came after it", () => {
  const { connection, last, heard } = setUp();
  last().says(aWelcome());
  connection.probe();
  const first = connection.send({ type: "start" });
  const second = connection.send({ type: "close" });
  last().says({ type: "done", id: first, seq: 6 });
  last().says({ type: "refused", id: null, code: "bad_message", message: "" });
  expect(heard.at(-1)).toMatchObject({ type: "refused", id: second });
});

test("a connection that was closed on purpose does not come back", async () => {
  const { connection, sockets, last } = setUp();
  last().opens();
  connection.close();
  last().breaks();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
});

test("a message of a connection that was given up is not heard", () => {
  const { connection, sockets, states } = setUp();
  connection.restart();
  sockets[0]?.says(aWelcome());
  expect(states).toEqual([]);
});
