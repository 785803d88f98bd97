import { use } from "react";
import { ReleaseContext } from "#web/layout/release.ts";
import styles from "#web/layout/ReleaseLine.module.css";
import { useSignedInUser } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The sample-data note, and the version. */
export function ReleaseLine() {
  const isSignedIn = useSignedInUser() !== null;
  const messages = useMessages();
  const { version, demonstration } = use(ReleaseContext);
  return (
    <div className={styles.line}>
      {/* Signed-in users can reset the sample data; the login page shows only a note. */}
      {demonstration && isSignedIn && <demonstration.Badge onReset={demonstration.onReset} />}
      <bdi>{messages("frame.version", { version })}</bdi>
    </div>
  );
}
