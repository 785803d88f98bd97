import { type ComponentType, useEffect, useState } from "react";
import { loadPart } from "#web/layout/loadPart.ts";
import type { Screens } from "#web/screens.ts";

type LoadedPart<Props> = { readonly name: string; readonly Part: ComponentType<Props> };

/** The parts of some areas with their messages, once they are loaded: `partOf` must be the same function each time. */
export function useLoadedParts<Props>(
  areas: readonly Screens[],
  partOf: (area: Screens) => (() => Promise<ComponentType<Props>>) | undefined,
): readonly LoadedPart<Props>[] {
  const [loaded, setLoaded] = useState<readonly LoadedPart<Props>[]>([]);
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const parts = areas.flatMap((area) => {
        const part = partOf(area);
        return part ? [loadPart(area, part).then((Part) => ({ name: area.name, Part }))] : [];
      });
      const all = await Promise.all(parts);
      if (!isOver) setLoaded(all);
    };
    // What could not be loaded is tried again when the panel is opened the next time.
    void load().catch(() => undefined);
    return () => void (isOver = true);
  }, [areas, partOf]);
  return loaded;
}
