// The guests. Bots have their own characters, and people choose one.

export const CHARACTERS = ["hen", "fox", "hedgehog", "toad", "owl", "badger", "mole", "duck", "robin", "newt", "shrew", "crow"] as const;
export type Character = (typeof CHARACTERS)[number];

export const PORTRAIT_MOODS = ["calm", "happy", "sour"] as const;
export type PortraitMood = (typeof PORTRAIT_MOODS)[number];

/** Which character a kind of bot is, by the kind's name, and which ones others of the kind are at the same table. */
const OF_BOTS: Readonly<Record<string, readonly [Character, ...Character[]]>> = {
  easy: ["mole", "duck", "newt"],
  medium: ["robin", "shrew", "hedgehog"],
  hard: ["badger", "toad", "fox"],
  champion: ["crow", "owl", "fox"],
  random: ["duck"],
  cautious: ["hedgehog"],
  sure: ["toad"],
  greedy: ["fox"],
  sampler: ["owl"],
  perfect: ["crow"],
  net: ["shrew"],
};

/** Default characters of people who have not chosen one, by seat. */
const OF_SEATS: readonly Character[] = ["hen", "badger", "mole", "robin", "newt", "shrew", "duck"];

/** The fields of a seat that determine its character. */
export interface Seated {
  readonly bot?: string | null;
  readonly portrait?: string;
}

export const isCharacter = (name: string | undefined): name is Character => CHARACTERS.includes(name as Character);

/** The character of a single seat: as chosen, by the kind of bot, or by the seat. */
export function characterOf({ bot, portrait }: Seated, seat: number): Character {
  if (isCharacter(portrait)) return portrait;
  return (bot ? OF_BOTS[bot]?.[0] : OF_SEATS[seat % OF_SEATS.length]) ?? "badger";
}

/** The characters at a table, all different. People come first, so that their choice takes precedence over bots. */
export function charactersOf(seats: readonly (Seated | null)[]): Character[] {
  const found: Character[] = [];
  const places = seats.map((seat, place) => ({ seat, place })).sort((one, other) => rank(one.seat) - rank(other.seat) || one.place - other.place);
  for (const { seat, place } of places) {
    const wanted = characterOf(seat ?? {}, place);
    found[place] = seat && isCharacter(seat.portrait) ? wanted : ([wanted, ...(OF_BOTS[seat?.bot ?? ""] ?? []), ...OF_SEATS, ...CHARACTERS].find((each) => !found.includes(each)) ?? wanted);
  }
  return found;
}

const rank = (seat: Seated | null): number => (!seat ? 3 : isCharacter(seat.portrait) ? 0 : seat.bot ? 2 : 1);
