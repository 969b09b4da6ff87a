// What the oldest browsers (see browserslist in package.json) have beyond ES2022; `toSorted` and its like are not among it.
interface ReadonlyArray<T> {
  findLast<S extends T>(is: (value: T, index: number, all: readonly T[]) => value is S): S | undefined;
  findLast(is: (value: T, index: number, all: readonly T[]) => unknown): T | undefined;
  findLastIndex(is: (value: T, index: number, all: readonly T[]) => unknown): number;
}
interface Array<T> {
  findLast<S extends T>(is: (value: T, index: number, all: T[]) => value is S): S | undefined;
  findLast(is: (value: T, index: number, all: T[]) => unknown): T | undefined;
  findLastIndex(is: (value: T, index: number, all: T[]) => unknown): number;
}
