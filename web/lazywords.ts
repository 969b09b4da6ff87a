// Words are loaded with the page that says them: the file that names them all must not pull them into the first load.
import type { Plugin } from "vite";

export function lazyWords(): Plugin {
  return {
    name: "heckmeck:lazywords",
    apply: "build",
    config: () => ({
      build: { rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/src\/words\//, sideEffects: false }] } } },
    }),
  };
}
