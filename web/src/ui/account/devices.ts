// Devices in words.
import type { DeviceInfo } from "../../wire/types";
import { m } from "../../words/messages.js";

/** What a device is: "Firefox on Android". */
export function deviceName({ kind, browser, system }: Pick<DeviceInfo, "kind" | "browser" | "system">): string {
  if (kind === "program") return m.acc_program();
  if (browser && system) return m.acc_on({ browser, system });
  return browser || system || m.acc_unknown();
}

/** The first browser of a list that was not in an earlier one. */
export function newDevice(before: readonly DeviceInfo[], now: readonly DeviceInfo[]): DeviceInfo | undefined {
  const known = new Set(before.map(({ id }) => id));
  return now.find(({ id, kind }) => kind === "browser" && !known.has(id));
}

/** A number of milliseconds as minutes and seconds: "4:05". */
export function remaining(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
