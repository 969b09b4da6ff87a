// Things move to their new places by View Transitions, where the browser supports them and motion is not reduced.
import { flushSync } from "svelte";
import "./motion.css";

/** How something moves; `motion.css` says what that looks like. */
export type Way = "flying" | "sliding" | "flipping" | "crawling";
/** A thing that moves. Its name is the same before and after, and unique on the page. */
export interface Flight {
  name: string;
  way: Way;
}

let waiting: (() => void)[] | null = null;

/** Whether motion is reduced, by the system or by the settings. */
export const still = () =>
  document.documentElement.dataset["motion"] === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Make a change, in order with those before it. If things move, the browser takes a picture first. */
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
    // A transition that the next one cuts short is not an error.
    transition.ready.catch(() => undefined);
    transition.finished.catch(() => undefined);
  }
}

/** Bring whatever moves to its end. */
export function skipMotion(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
