import { use } from "react";
import { ReleaseContext } from "#web/layout/release.ts";
import styles from "#web/layout/ReleaseLine.module.css";
import { usePerson } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Whether the records are a demonstration's, and the version. */
export function ReleaseLine() {
  const isSignedIn = usePerson() !== null;
  const words = useMessages();
  const { version, demonstration } = use(ReleaseContext);
  return (
    <div className={styles.line}>
      {/* Beginning afresh is asked for inside; at the entrance a note says what this is. */}
      {demonstration && isSignedIn && <demonstration.Badge onReset={demonstration.onReset} />}
      <bdi>{words("frame.version", { version })}</bdi>
    </div>
  );
}
