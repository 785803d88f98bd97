import { useRouterState } from "@tanstack/react-router";
import styles from "#web/layout/RouteProgress.module.css";
import { useMessages } from "#web/useMessages.ts";

/** A progress line at the top while the next screen loads. Its style hides it for the first 200 ms (ui.md, Loading). */
export function RouteProgress() {
  const messages = useMessages();
  const isPending = useRouterState({ select: ({ status }) => status === "pending" });
  return isPending ? (
    <div className={styles.line} role="progressbar" aria-label={messages("frame.loadingScreen")} />
  ) : null;
}
