import { expect, test } from "vitest";
import { deviceName, newDevice, remaining } from "../../src/ui/account/devices";
import type { DeviceInfo } from "../../src/wire/types";

const device = (id: string, more: Partial<DeviceInfo> = {}): DeviceInfo => ({
  id, kind: "browser", browser: "Firefox", system: "Android", at: 0, seen: 0, this: false, ...more,
});

test("a device is named by what is known of it", () => {
  expect(deviceName(device("a"))).toBe("Firefox on Android");
  expect(deviceName(device("a", { system: "" }))).toBe("Firefox");
  expect(deviceName(device("a", { browser: "", system: "" }))).toBe("Unknown browser");
  expect(deviceName(device("a", { kind: "program", browser: "", system: "" }))).toContain("program");
});

test("only a browser that was not there before is new", () => {
  const before = [device("a"), device("b")];
  expect(newDevice(before, [device("b"), device("t", { kind: "program" })])).toBeUndefined();
  expect(newDevice(before, [device("b"), device("c")])?.id).toBe("c");
});

test("the time that is left is shown in minutes and seconds", () => {
  expect([300_000, 245_001, 59_000, 1, -5].map(remaining)).toEqual(["5:00", "4:06", "0:59", "0:01", "0:00"]);
});
