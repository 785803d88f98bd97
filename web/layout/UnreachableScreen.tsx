import { Button } from "@mantine/core";
import { useEffect } from "react";
import styles from "#web/layout/UnreachableScreen.module.css";
import type { Session } from "#web/session.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconPlugConnectedX, IconRefresh } from "#web/ui/icons.ts";
import { Mark } from "#web/ui/Mark.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useWords } from "#web/useWords.ts";

/** At the start, when the server cannot say whose token this is. Tries again by itself when the network returns. */
export function UnreachableScreen({ session }: { readonly session: Session }) {
  const words = useWords();
  useDocumentTitle(words("session.unreachableTitle"));
  useEffect(() => {
    const handleOnline = () => void session.start();
    addEventListener("online", handleOnline);
    return () => removeEventListener("online", handleOnline);
  }, [session]);
  return (
    <main className={styles.screen}>
      <Mark size={40} />
      <h1 className="hidden-visually">{words("session.unreachableTitle")}</h1>
      <EmptyState
        icon={<IconPlugConnectedX size={24} aria-hidden="true" />}
        title={words("session.unreachableTitle")}
        text={words("session.unreachableText")}
        action={
          <Button leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={() => void session.start()}>
            {words("buttons.retry")}
          </Button>
        }
      />
    </main>
  );
}
