// Expected gains with their units.
import { m } from "../words/messages.js";

/** An amount that is already written, with its unit. */
export const withUnit = (amount: string, unit: string) => (unit === "worms" ? m.coach_worms({ amount }) : m.coach_points({ amount }));

/** The heading of the column with gains. */
export const gainHeading = (unit: string) => (unit === "worms" ? m.coach_gain_worms() : m.coach_gain_points());

/** What luck in a review means. */
export const luckNote = (unit: string) => (unit === "worms" ? m.coach_luck_note_worms() : m.coach_luck_note_points());

/** What is counted, in the plural. */
export const unitName = (unit: string) => (unit === "worms" ? m.coach_unit_worms() : m.coach_unit_points());
