// The player whom this device remembers.
import { retain, settings } from "../../settings.svelte";

/** Become the player of another device. The tables of the previous player are no longer ours. */
export function becomePlayer({ name, portrait }: { name: string; portrait: string }): void {
  settings.name = name;
  retain("name", name);
  settings.setPortrait(portrait);
  retain("tables", "[]");
}

/** Forget who played here. */
export const forgetPlayer = () => becomePlayer({ name: "", portrait: "" });
