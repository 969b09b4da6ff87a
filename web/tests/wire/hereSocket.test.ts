import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Follower, here } from "../../src/offline/host.svelte";
import { Connection, type LinkState } from "../../src/wire/connection";
import type { Message } from "../../src/wire/types";
import { aWelcome } from "../helpers/tables";

const line = { send: vi.fn(), close: vi.fn() };
let follower: Follower;

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(here, "connect").mockImplementation((_code, _query, given) => {
    follower = given;
    return line;
  });
});
afterEach(() => vi.restoreAllMocks());

function connected(there = true) {
  const states: LinkState[] = [];
  const heard: Message[] = [];
  const connection = new Connection("~ABCDEFGH", {
    seq: 0,
    receive: (message) => void heard.push(message),
    linkChanged: (state) => void states.push(state),
    stillThere: () => Promise.resolve(there),
    isReachable: () => Promise.resolve(false),
  });
  connection.open();
  return { connection, states, heard };
}

test("a table of this device is followed through its host", async () => {
  const { connection, states, heard } = connected();
  await vi.waitFor(() => expect(here.connect).toHaveBeenCalledWith("~ABCDEFGH", "from=game", expect.anything()));
  follower.opened();
  follower.received(JSON.stringify(aWelcome()));
  expect([states, heard.length]).toEqual([["open"], 1]);
  connection.send({ type: "hurry" });
  expect(JSON.parse(String(line.send.mock.calls[0]?.[0]))).toMatchObject({ type: "hurry" });
  connection.close();
  expect(line.close).toHaveBeenCalled();
});

test("pings are answered without the host, which may be thinking", async () => {
  const { connection, states } = connected();
  await vi.waitFor(() => expect(here.connect).toHaveBeenCalled());
  follower.opened();
  follower.received(JSON.stringify(aWelcome()));
  vi.useFakeTimers();
  connection.probe();
  await vi.advanceTimersByTimeAsync(5000);
  expect(states).toEqual(["open"]);
  expect(line.send).not.toHaveBeenCalled();
  connection.close();
});

test("where the host has no such table the connection does not try again", async () => {
  const { states } = connected(false);
  await vi.waitFor(() => expect(here.connect).toHaveBeenCalledOnce());
  follower.opened();
  follower.ended();
  await vi.waitFor(() => expect(states).toEqual(["lost", "gone"]));
});

test("when the host ends, the connection tries again", async () => {
  const { connection, states } = connected();
  await vi.waitFor(() => expect(here.connect).toHaveBeenCalledOnce());
  follower.ended();
  expect(states).toEqual(["lost"]);
  await vi.waitFor(() => expect(here.connect).toHaveBeenCalledTimes(2));
  connection.close();
});
