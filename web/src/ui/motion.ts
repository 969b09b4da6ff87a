// Things move to their new places by View Transitions, where the browser has them and nobody minds.
import { flushSync } from "svelte";
import "./motion.css";

/** How something moves; `motion.css` says what that looks like. */
export type Way = "flying" | "sliding" | "flipping" | "crawling";
/** A thing that moves. It has the same name where it was and where it comes to lie, and no other has it meanwhile. */
export interface Flight {
  name: string;
  way: Way;
}

let waiting: (() => void)[] | null = null;

/** Whether things shall not move: the system says so, or the settings do. */
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
    // One that is cut short by the next is no mistake.
    transition.ready.catch(() => undefined);
    transition.finished.catch(() => undefined);
  }
}
