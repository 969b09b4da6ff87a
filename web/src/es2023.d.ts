// Functions beyond ES2022 that the oldest browsers (see browserslist in package.json) have; `toSorted` and similar ones are missing there.
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
