// Dice that are thrown: from a hand across the felt, with a bounce and a spin, and then to their groups; and kept dice that glide
// into the rail. Only transforms and opacity are animated, and where things are is read once.
import { onSkip, still } from "../../ui/motion";

const THROW = 560;
/** The last die comes this much later than the first, in milliseconds. */
const STAGGER = 110;
const KEEP = 180;
const FADE = 120;

interface Point {
  x: number;
  y: number;
}

const middle = ({ left, top, width, height }: DOMRect): Point => ({ x: left + width / 2, y: top + height / 2 });
const between = (least: number, most: number) => least + Math.random() * (most - least);

/** Throw dice, and report when they lie still. Their last child covers them with another face until they land. */
export async function throwDice(dice: readonly HTMLElement[], felt: HTMLElement, hand: HTMLElement | null): Promise<void> {
  if (still()) {
    await Promise.all(dice.map((die) => die.animate({ opacity: [0, 1] }, { duration: FADE }).finished));
    return;
  }
  const area = felt.getBoundingClientRect();
  const from = hand ? middle(hand.getBoundingClientRect()) : { x: area.left + area.width / 2, y: area.bottom + area.height * 0.7 };
  const places = dice.map((die) => die.getBoundingClientRect());
  const running = dice.flatMap((die, place) => {
    const box = places[place] ?? area;
    const timing = { duration: THROW, delay: (STAGGER * place) / dice.length, fill: "backwards" } as const;
    return [die.animate(flight(middle(box), box.width, from, area), timing), ...cover(die, timing)];
  });
  const forget = onSkip(() => running.forEach((each) => each.finish()));
  await Promise.allSettled(running.map(({ finished }) => finished));
  forget();
}

/** The path of one die, relative to its final place. */
function flight(to: Point, size: number, from: Point, area: DOMRect): Keyframe[] {
  const drop = { x: between(area.left + size, area.right - size) - to.x, y: between(area.top + size, area.bottom - size * 0.8) - to.y };
  const spin = between(260, 520) * (Math.random() < 0.5 ? -1 : 1);
  const at = (x: number, y: number, turn: number, scale: number) => `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
  return [
    { offset: 0, opacity: 0, transform: at(from.x - to.x, from.y - to.y, spin * 1.6, 0.7), easing: "ease-out" },
    { offset: 0.08, opacity: 1 },
    { offset: 0.4, transform: at(drop.x * 0.8, drop.y * 0.8 - size * 0.55, spin * 0.75, 1.14), easing: "ease-in" },
    { offset: 0.52, transform: at(drop.x, drop.y, spin * 0.45, 1), easing: "ease-out" },
    { offset: 0.62, transform: at(drop.x * 1.02, drop.y - size * 0.22, spin * 0.25, 1.05), easing: "ease-in" },
    { offset: 0.72, transform: at(drop.x * 1.03, drop.y, spin * 0.1, 1), easing: "ease-in-out" },
    { offset: 1, transform: "none" },
  ];
}

/** Another face in front, so that a flying die cannot be read. */
function cover(die: HTMLElement, timing: KeyframeAnimationOptions): Animation[] {
  const front = die.lastElementChild;
  if (!(front instanceof HTMLElement) || front === die.firstElementChild) return [];
  return [front.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0, offset: 0.68 }, { opacity: 0 }], timing)];
}

/** The places of dice before they were kept, by face and index. */
export type Origins = ReadonlyMap<string, DOMRect>;

export const originKey = (face: string, place: number) => `${face}-${place}`;

/** Let a kept die glide to its place in the rail from where it lay. */
export function glideFrom(origin: DOMRect, die: HTMLElement): void {
  if (still()) {
    die.animate({ opacity: [0, 1] }, { duration: FADE });
    return;
  }
  const box = die.getBoundingClientRect();
  const [start, end] = [middle(origin), middle(box)];
  const running = die.animate(
    [{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${origin.width / (box.width || 1)})` }, { transform: "none" }],
    { duration: KEEP, easing: "cubic-bezier(0.3, 0.7, 0.2, 1)" },
  );
  const forget = onSkip(() => running.finish());
  void running.finished.then(forget, forget);
}
