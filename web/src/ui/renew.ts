// Loading the page anew, where code is missing that the server has under another name since it was updated.
import { tab } from "../storage";
import { isReachable } from "../wire/http";

const LAST = "heckmeck.renewed";
const PAUSE = 60_000;
/** Milliseconds for the server to say that it is there. */
const CHECK = 5000;

/** Load the page again if the server is there to do so; return whether it is. */
export async function reload(): Promise<boolean> {
  const there = await isReachable(CHECK);
  if (there) location.reload();
  return there;
}

/** Load the page again, but only once a minute: something else may be wrong. Return whether it will be. */
export async function renew(): Promise<boolean> {
  if (Date.now() - Number(tab.getItem(LAST) ?? 0) < PAUSE) return false;
  tab.setItem(LAST, String(Date.now()));
  return reload();
}
