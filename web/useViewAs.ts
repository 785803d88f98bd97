import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { homePath } from "#web/guard.ts";
import { safePath } from "#web/safePath.ts";
import { type ViewAs, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";

/** Where the user started viewing as another. Per tab, like the back button. */
const beganAtKey = "mizan.viewAsFrom";

/**
 * Starts viewing as a role or another user, from Home, and returns to the previous page at the end. A refusal is shown
 * and changes nothing.
 */
export function useViewAs() {
  const session = useSession();
  const router = useRouter();
  const toast = useToast();
  const [isPending, setPending] = useState(false);
  const change = async (eyes: ViewAs | null, path: () => string) => {
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
    start: (eyes: ViewAs) => {
      const state = session.read();
      const from = `${location.pathname}${location.search}`;
      // When the user switches from one view to another, the starting page stays the first one.
      const isOwn = state.status === "signedIn" && state.person.viewedAs === null;
      return change(eyes, () => {
        if (isOwn) sessionStorage.setItem(beganAtKey, from);
        return homePath;
      });
    },
    stop: () => change(null, () => safePath(sessionStorage.getItem(beganAtKey) ?? undefined) ?? homePath),
  };
}
