// Cards and portions glide from their old places to the new ones. Copies of them fly over the table, so that nothing covers
// them; only transforms and opacity are animated, and any input shows the result at once.
import { onSkip, still } from "../../ui/motion";

/** Attributes: a thing that may move, the origin of new things, the destination of removed ones, and such a place. */
const THING = "data-thing";
const FROM = "data-from";
const TO = "data-to";
const PLACE = "data-place";

const CARD_TIME = 320;
const PORTION_TIME = 420;
/** Delay between things that move together. */
const STAGGER = 60;
const FADE_TIME = 120;
/** Movements of fewer pixels are ignored. */
const NEAR = 3;
const EASING = "cubic-bezier(0.3, 0.7, 0.2, 1)";

interface Seen {
  node: HTMLElement;
  box: DOMRect;
}

export class Glider {
  #before = new Map<string, Seen>();
  #flights: Animation[] = [];
  #forget = () => {};

  /** Remember the places of all things before the table changes. */
  note(table: HTMLElement | undefined): void {
    this.finish();
    this.#before = table ? seenOn(table) : new Map();
  }

  /** Let everything that has moved since glide to its new place. */
  run(table: HTMLElement | undefined, sky: HTMLElement | undefined): void {
    if (!table || !sky || this.#before.size === 0) return;
    const after = seenOn(table);
    let order = 0;
    for (const [thing, { node, box }] of after) {
      const old = this.#before.get(thing);
      const from = old?.box ?? placeOf(table, node.getAttribute(FROM));
      if (!from || (old && apart(from, box) < NEAR)) continue;
      if (still()) this.#fade(node);
      else this.#fly({ sky, node, from, to: box, delay: old ? 0 : order++ * STAGGER, stays: true });
    }
    for (const [thing, { node, box }] of this.#before) {
      const to = after.has(thing) || still() ? null : placeOf(table, node.getAttribute(TO));
      if (to) this.#fly({ sky, node, from: box, to, delay: 0, stays: false });
    }
    this.#forget = onSkip(() => this.finish());
  }

  /** End all animations at once. */
  finish(): void {
    this.#forget();
    this.#flights.splice(0).forEach((flight) => flight.finish());
  }

  #fade(node: HTMLElement): void {
    this.#flights.push(node.animate({ opacity: [0, 1] }, FADE_TIME));
  }

  /** Let a copy of a thing fly; the thing itself, if it stays on the table, is hidden until it lands. */
  #fly({ sky, node, from, to, delay, stays }: { sky: HTMLElement; node: HTMLElement; from: DOMRect; to: DOMRect; delay: number; stays: boolean }): void {
    const picture = pictureOf(node, to);
    const portion = node.getAttribute(THING)?.startsWith("portion");
    const timing: KeyframeAnimationOptions = { duration: portion ? PORTION_TIME : CARD_TIME, delay, easing: EASING, fill: "backwards" };
    sky.append(picture);
    const flight = picture.animate(path(from, to, portion ? -36 : 0, stays), timing);
    flight.onfinish = () => picture.remove();
    this.#flights.push(flight);
    if (stays) this.#flights.push(node.animate({ opacity: [0, 0] }, { duration: Number(timing.duration) + delay }));
  }
}

function seenOn(table: HTMLElement): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const node of table.querySelectorAll<HTMLElement>(`[${THING}]`)) found.set(node.getAttribute(THING) ?? "", { node, box: node.getBoundingClientRect() });
  return found;
}

function placeOf(table: HTMLElement, name: string | null): DOMRect | null {
  return (name && table.querySelector(`[${PLACE}="${name}"]`)?.getBoundingClientRect()) || null;
}

const apart = (one: DOMRect, other: DOMRect) => Math.abs(one.left - other.left) + Math.abs(one.top - other.top);

function pictureOf(node: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
  const picture = node.cloneNode(true) as HTMLElement;
  for (const name of [THING, FROM, TO]) picture.removeAttribute(name);
  Object.assign(picture.style, { position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, margin: "0" });
  return picture;
}

/** From one box to another, rising on the way. Things that leave the table fade out at the end. */
function path(from: DOMRect, to: DOMRect, rise: number, stays: boolean): Keyframe[] {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const size = Math.sqrt((from.width * from.height) / Math.max(to.width * to.height, 1));
  return [
    { transform: `translate(${x}px, ${y}px) scale(${size})` },
    { transform: `translate(${x / 2}px, ${y / 2 + rise}px) scale(${(size + 1) / 2})`, opacity: 1 },
    { transform: "none", opacity: stays ? 1 : 0 },
  ];
}
