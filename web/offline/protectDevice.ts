import { deviceFilesKey } from "#web/offline/deviceFilesKey.ts";
import type { Session } from "#web/session.tsx";

/** Removes the files on this device when they are no longer the signed-in user's (`followSession`). */
export function protectDevice(session: Session): void {
  if (localStorage.getItem(deviceFilesKey) === null) return;
  void import("#web/offline/followSession.ts").then(({ followSession }) => followSession(session));
}
