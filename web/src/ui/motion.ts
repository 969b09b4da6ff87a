// Things move to their new places by View Transitions, where the browser supports them and motion is not reduced.
// Any input ends all animations, so that players never wait for one.
import { flushSync } from "svelte";
import "./motion.css";

/** How something moves; `motion.css` says what that looks like. */
export type Way = "flying" | "stolen" | "sliding" | "flipping" | "crawling";
/** A thing that moves. Its name is the same before and after, and unique on the page. */
export interface Flight {
  name: string;
  way: Way;
}

let waiting: (() => void)[] | null = null;
const skippable = new Set<() => void>();

/** Whether motion is reduced, by the system or by the settings. */
export const still = () =>
  document.documentElement.dataset["motion"] === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Call a function at the next input; return a function that cancels this. */
export function onSkip(end: () => void): () => void {
  skippable.add(end);
  return () => skippable.delete(end);
}

/** End all animations. */
export function skipMotion(): void {
  const ends = [...skippable];
  skippable.clear();
  for (const end of ends) end();
}

addEventListener("pointerdown", skipMotion, { capture: true, passive: true });
addEventListener("keydown", skipMotion, { capture: true, passive: true });

/** Make a change, in order with earlier ones. If things move, the browser captures them first. */
export function show(update: () => void, moves: boolean): void {
  if (waiting) {
    waiting.push(update);
  } else if (!moves || !document.startViewTransition || document.hidden || still()) {
    update();
  } else {
    const batch: (() => void)[] = [update];
    waiting = batch;
    const transition = document.startViewTransition(() => {
      waiting = null;
      flushSync(() => batch.forEach((each) => each()));
    });
    const forget = onSkip(() => transition.skipTransition());
    // A transition that is interrupted by the next one is not an error.
    transition.ready.catch(() => undefined);
    transition.finished.then(forget, forget);
  }
}
