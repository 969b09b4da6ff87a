// Chances to win in words: nobody has a feeling for 4.3 per cent, everybody for one game in 20. The terminal says the same (cli/win_words.py).
import { m } from "../words/messages.js";

/** What chances are rounded to, as games won of games played. */
const FRACTIONS = [[1, 50], [1, 20], [1, 10], [1, 7], [1, 5], [1, 4], [1, 3], [2, 5], [1, 2], [3, 5], [2, 3], [3, 4], [4, 5], [9, 10], [19, 20]] as const;
/** What losses are rounded to: one win in so many games. */
const LOSSES = [200, 100, 50, 30, 20, 15, 10, 7, 5, 4, 3, 2] as const;
/** A loss from here on is a whole win; over a game it may be more than one. */
const WHOLE = 0.75;
const MORE_THAN_WHOLE = 1.25;
/** A loss below this is none in words. */
export const NO_LOSS = 0.0025;

function nearest<T>(all: readonly T[], distance: (each: T) => number): T {
  return all.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** How often a game is won from here. */
export function chanceInWords(share: number): string {
  if (share === 0 || share === 1) return share ? m.win_every() : m.win_none();
  if (share < 0.01) return m.win_hardly();
  if (share > 0.98) return m.win_nearly();
  const [won, games] = nearest(FRACTIONS, ([won, games]) => Math.abs(won / games - share));
  return won / games === 0.5 ? m.win_half() : m.win_games({ count: won, games });
}

/** How much of a chance was lost or brought, as one win in a number of games. */
export function lossInWords(loss: number): string {
  const size = Math.abs(loss);
  if (size < NO_LOSS) return m.win_loss_none();
  if (size >= WHOLE) return size < MORE_THAN_WHOLE ? m.win_loss_whole() : m.win_loss_more();
  const games = nearest(LOSSES, (each) => Math.abs(1 / each - size));
  return games === 2 ? m.win_loss_half() : m.win_loss_games({ games });
}

/** How often something happens: "1 time in 3", "every other time". */
export function timesInWords(share: number): string {
  if (share < 0.015) return m.times_hardly();
  if (share > 0.97) return m.times_nearly();
  const [count, times] = nearest(FRACTIONS, ([won, games]) => Math.abs(won / games - share));
  return count / times === 0.5 ? m.times_half() : m.times_in({ count, times });
}
