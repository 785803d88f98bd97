import { Button } from "@mantine/core";
import { useEffect } from "react";
import styles from "#web/layout/UnreachableScreen.module.css";
import type { Session } from "#web/session.tsx";
import { IconPlugConnectedX, IconRefresh } from "#web/ui/icons.ts";
import { MessageScreen } from "#web/ui/MessageScreen.tsx";
import { useWords } from "#web/useWords.ts";

/** At the start, when the server cannot say whose token this is. Tries again by itself when the network returns. */
export function UnreachableScreen({ session }: { readonly session: Session }) {
  const words = useWords();
  useEffect(() => {
    const handleOnline = () => void session.start();
    addEventListener("online", handleOnline);
    return () => removeEventListener("online", handleOnline);
  }, [session]);
  return (
    <main className={styles.screen}>
      <MessageScreen
        icon={<IconPlugConnectedX size={28} aria-hidden="true" />}
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
