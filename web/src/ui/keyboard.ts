// Playing by keyboard: letters and digits for moves, arrows from choice to choice.
import { settings } from "../settings.svelte";

const CHOICES = "[data-choice]:not(:disabled)";

/** Whether single letters and digits make moves; they can be triggered by mistake or by speech input. */
export const letterKeys = () => settings.letterKeys;

let byPointer = true;
addEventListener("pointerdown", () => (byPointer = true), true);
addEventListener("keydown", () => (byPointer = false), true);
// A click by a screen reader has no pointer.
addEventListener("click", (event) => event.detail === 0 && (byPointer = false), true);

/** Whether a key is meant for something else: a text field, a list, the browser, a dialog. */
export function isForOthers(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (event.key.length === 1 && !settings.letterKeys) return true;
  return event.target instanceof Element && event.target.closest("input, select, textarea, dialog") !== null;
}

/** Move the focus between choices with the arrow keys. */
export function wander(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const all = [...document.querySelectorAll<HTMLElement>(CHOICES)];
  const now = all.findIndex((choice) => choice === document.activeElement);
  all[now < 0 ? (step > 0 ? 0 : all.length - 1) : (now + step + all.length) % all.length]?.focus();
  if (all.length > 0) event.preventDefault();
}

/** For keyboard users: when the focused element is gone, move the focus to a choice, or to where one will appear. */
export function keepFocus(): void {
  // Reading the focus forces a layout, which other users should not wait for.
  if (byPointer) return;
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.matches(":disabled")) return;
  (document.querySelector<HTMLElement>(CHOICES) ?? document.querySelector<HTMLElement>("[data-waiting]"))?.focus();
}
