import { useEffect } from "react";
import { protectDevice } from "#web/offline/protectDevice.ts";
import { useSession } from "#web/session.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Signs out. The guard then redirects to the login screen, also if the server could not be reached. */
export function LogoutScreen() {
  const messages = useMessages();
  const session = useSession();
  const toast = useToast();
  const failed = messages("somethingWentWrong"); // spec 000 §8
  useEffect(() => {
    protectDevice(session);
    session.signOut().catch(() => toast({ variant: "error", text: failed }));
  }, [session, toast, failed]);
  return (
    <main>
      <output className="hidden-visually">{messages("session.loggingOut")}</output>
    </main>
  );
}
