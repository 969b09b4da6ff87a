// The player's devices and data at the server.
import { ask, Problem } from "./http";
import type { DeviceInfo, LinkCode, LinkOffer } from "./types";

async function remove(path: string): Promise<void> {
  const response = await fetch(path, { method: "DELETE" }).catch(() => null);
  if (response?.ok) return;
  if (!response) throw new Problem("unreachable", "The server cannot be reached.", 0);
  const { code = "failed", message = response.statusText } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  throw new Problem(code, message, response.status);
}

export const devices = () => ask<DeviceInfo[]>("/api/me/devices");
export const revoke = (device: string) => remove(`/api/me/devices/${encodeURIComponent(device)}`);
export const revokeOthers = () => remove("/api/me/devices");
export const newLink = () => ask<LinkCode>("/api/me/link", {});
/** The player that this device would become with a code; nothing is changed. */
export const offerOf = (code: string) => ask<LinkOffer>("/api/link/offer", { code });
export const useLink = (code: string) => ask<{ name: string; portrait: string }>("/api/link", { code });
export const exportData = () => ask<unknown>("/api/me/export");
export const erase = () => ask<unknown>("/api/me/erase", { confirm: "erase me" });
