import { type ComponentType, use, useCallback, useState } from "react";
import styles from "#web/layout/Companions.module.css";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { loadPart } from "#web/layout/loadPart.ts";
import { useWhenIdle } from "#web/layout/useWhenIdle.ts";
import { protectDevice } from "#web/offline/protectDevice.ts";
import { useSession } from "#web/session.tsx";

/**
 * Parts that areas draw over every screen, such as reminders: loaded with their messages after the requested screen.
 * Each may be empty; their cards are stacked.
 */
export function Companions() {
  const { companions } = use(KnownScreensContext);
  const [loaded, setLoaded] = useState<readonly { readonly name: string; readonly Companion: ComponentType }[]>([]);
  const session = useSession();
  const load = useCallback(async () => {
    protectDevice(session);
    const all = companions.map(async (area) => ({
      name: area.name,
      Companion: await loadPart(area, area.companion!),
    }));
    setLoaded(await Promise.all(all));
  }, [companions, session]);
  useWhenIdle(load);
  return (
    <div className={`${styles.stack} not-on-paper`}>
      {loaded.map(({ name, Companion }) => (
        <Companion key={name} />
      ))}
    </div>
  );
}
