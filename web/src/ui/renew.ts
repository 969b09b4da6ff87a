// Reloading the page if code is missing, because the server has it under another name since an update.
import { tab } from "../storage";
import { isReachable } from "../wire/http";

const LAST = "heckmeck.renewed";
const PAUSE = 60_000;
/** Milliseconds for the server to answer. */
const CHECK = 5000;

/** Reload the page if the server answers; return whether it does. */
export async function reload(): Promise<boolean> {
  const there = await isReachable(CHECK);
  if (there) location.reload();
  return there;
}

/** Reload the page, but only once a minute: something else may be wrong. Return whether it will be reloaded. */
export async function renew(): Promise<boolean> {
  if (Date.now() - Number(tab.getItem(LAST) ?? 0) < PAUSE) return false;
  tab.setItem(LAST, String(Date.now()));
  return reload();
}
