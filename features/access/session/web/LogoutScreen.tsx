import { useEffect } from "react";
import { useSession } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Signs out. The guard then redirects to the login screen, also if the server could not be reached. */
export function LogoutScreen() {
  const messages = useMessages();
  const { signOut } = useSession();
  const toast = useToast();
  const failed = messages("somethingWentWrong"); // spec 000 §8
  useEffect(() => {
    signOut().catch(() => toast({ variant: "error", text: failed }));
  }, [signOut, toast, failed]);
  return (
    <main>
      <output className="hidden-visually">{messages("session.loggingOut")}</output>
    </main>
  );
}
