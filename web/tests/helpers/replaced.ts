/** A list with another value in one place. `Array.with` does the same, but not in all browsers that the sources are checked for. */
export function replaced<T>(list: readonly T[], place: number, value: T): T[] {
  return list.map((each, at) => (at === place ? value : each));
}
