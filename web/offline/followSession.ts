import { type DeviceStore, openDeviceStore } from "#web/offline/deviceStore.ts";
import { deviceFilesKey } from "#web/offline/deviceFilesKey.ts";
import type { Session } from "#web/session.tsx";

let deviceFiles: DeviceStore | null = null;
export const deviceStore = (): DeviceStore => (deviceFiles ??= openDeviceStore());

const followed = new WeakSet<Session>();

/**
 * Removes the files on this device when its user signs out or their session ends, and those of others when another user
 * signs in. For as long as the page is open: the screen that signs out has no frame around it.
 */
export function followSession(session: Session, store: DeviceStore = deviceStore()): void {
  if (followed.has(session)) return;
  followed.add(session);
  const follow = () => {
    const state = session.read();
    if (state.status === "signedOut") {
      void store.removeOthers(null).then(
        () => localStorage.removeItem(deviceFilesKey),
        () => undefined,
      );
    } else if (state.status === "signedIn" && state.person.viewedAs === null) {
      // What could not be removed now is tried again with the next page.
      void store.removeOthers(state.person.userId).catch(() => undefined);
    }
  };
  session.subscribe(follow);
  follow();
}
