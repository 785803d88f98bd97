import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { homePath } from "#web/guard.ts";
import { safePath } from "#web/safePath.ts";
import { type Eyes, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";

/** Where one was when one began to look through other eyes. Of this tab, as the back button is. */
const beganAtKey = "mizan.viewAsFrom";

/**
 * Looks on through the eyes of a role or of another person, from Home, and back from there to where one was. A refusal is
 * told, and leaves everything as it is.
 */
export function useViewAs() {
  const session = useSession();
  const router = useRouter();
  const toast = useToast();
  const [isPending, setPending] = useState(false);
  const change = async (eyes: Eyes | null, path: () => string) => {
    setPending(true);
    try {
      await session.viewAs(eyes);
      router.history.push(path());
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    } finally {
      setPending(false);
    }
  };
  return {
    isPending,
    start: (eyes: Eyes) => {
      const state = session.read();
      const from = `${location.pathname}${location.search}`;
      // From one pair of eyes to the next, one still began where one began.
      const isOwn = state.status === "signedIn" && state.person.viewedAs === null;
      return change(eyes, () => {
        if (isOwn) sessionStorage.setItem(beganAtKey, from);
        return homePath;
      });
    },
    stop: () => change(null, () => safePath(sessionStorage.getItem(beganAtKey) ?? undefined) ?? homePath),
  };
}
