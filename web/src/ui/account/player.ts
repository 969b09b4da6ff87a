// Who this device remembers to play as.
import { retain, settings } from "../../settings.svelte";

/** Be the player of another device from now on. Tables of the player before are not ours any more. */
export function becomePlayer({ name, portrait }: { name: string; portrait: string }): void {
  settings.name = name;
  retain("name", name);
  settings.setPortrait(portrait);
  retain("tables", "[]");
}

/** Forget who played here. */
export const forgetPlayer = () => becomePlayer({ name: "", portrait: "" });
