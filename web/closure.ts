import type { Rolldown } from "vite";

/** A module and everything that it imports statically. */
export function closure(context: Pick<Rolldown.PluginContext, "getModuleInfo">, entry: string): Set<string> {
  const modules = new Set([entry]);
  for (const id of modules) context.getModuleInfo(id)?.importedIds.forEach((other) => modules.add(other));
  return modules;
}
