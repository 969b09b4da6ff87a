// The person whom the reader wants to mute, block or report. Many components open that dialog, and the page shows it.
import type { Target } from "../wire/conduct.svelte";

export interface Person {
  name: string;
  target: Target;
  /** Whether an entry of theirs is withheld. */
  muted: boolean;
}

export const personMenu = $state<{ person: Person | null }>({ person: null });
