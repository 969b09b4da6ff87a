// The recorded lessons, written by web/lessons.py. Each is loaded when it is wanted.
import type { Recorded } from "../lesson.svelte";

const LESSONS: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  bratwurmeck: () => import("../../games/bratwurmeck/lesson.json"),
  barbecue: () => import("../../games/barbecue/lesson.json"),
  karteneck: () => import("../../games/karteneck/lesson.json"),
};

export async function recorded(game: string): Promise<Recorded> {
  const load = LESSONS[game];
  if (!load) throw new Error(`there is no lesson for ${game}`);
  return (await load()).default as Recorded;
}
