import { Button } from "@mantine/core";
import { useEffect } from "react";
import { isUnreachable } from "#web/call.ts";
import styles from "#web/layout/UnreachableScreen.module.css";
import type { Session } from "#web/session.tsx";
import { IconPlugConnectedX, IconRefresh } from "#web/ui/icons.ts";
import { MessageScreen } from "#web/ui/MessageScreen.tsx";
import { useMessages } from "#web/useMessages.ts";

const pauseMs = 3000;

/** Shown at the start if the server can't be reached to check the token. Retries by itself. */
export function UnreachableScreen({ session }: { readonly session: Session }) {
  const messages = useMessages();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const wait = () => {
      if (!isLeft) timer = setTimeout(tryAgain, pauseMs);
    };
    // No loading state while it retries: during a long outage most retries change nothing.
    const tryAgain = () =>
      void session.refresh().catch((error: unknown) => (isUnreachable(error) ? wait() : void session.start()));
    const handleOnline = () => void session.start();
    wait();
    addEventListener("online", handleOnline);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      removeEventListener("online", handleOnline);
    };
  }, [session]);
  return (
    <main className={styles.screen}>
      <MessageScreen
        icon={<IconPlugConnectedX size={28} aria-hidden="true" />}
        title={messages("session.unreachableTitle")}
        text={messages("session.unreachableText")}
        action={
          <Button leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={() => void session.start()}>
            {messages("buttons.retry")}
          </Button>
        }
      />
    </main>
  );
}
