import type { Rolldown } from "vite";

/** The scripts and styles that an entry needs before it shows anything. */
export function firstLoad(bundle: Rolldown.OutputBundle, entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    chunk.viteMetadata?.importedCss.forEach((style) => found.add(style));
    chunk.imports.forEach(visit);
  };
  for (const file of Object.values(bundle)) if (file.type === "chunk" && file.isEntry && file.name === entry) visit(file.fileName);
  return found;
}
