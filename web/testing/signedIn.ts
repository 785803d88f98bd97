import type { Transport } from "#web/call.ts";
import { createSession, tokenKey } from "#web/createSession.ts";
import type { PermissionRow, SignedInUser, Session } from "#web/session.tsx";
import { applySettings } from "#web/settings/applySettings.ts";

/** A signed-in user, for tests where it does not matter which. */
export const aisyah: SignedInUser = {
  userId: "u1",
  userNumber: 1,
  userCategoryId: 1,
  name: "Aisyah",
  email: "aisyah@mizan.test",
  roles: [],
  permissions: [],
  mustFirst: null,
  viewedAs: null,
  shortcuts: null,
  photoUrl: "",
  settings: {},
};

/** Starts a session, Aisyah's by default, with these rows of the menu. Leaves the token in the local storage. */
export async function signedIn(
  transport: Transport,
  user: SignedInUser = aisyah,
  menu: readonly PermissionRow[] = [],
): Promise<Session> {
  localStorage.setItem(tokenKey, "token");
  const session = createSession({
    source: {
      check: async () => user,
      readMenu: async () => menu,
      signOut: async () => {},
      keepShortcuts: async () => {},
      keepSettings: async () => {},
      viewAs: async () => {},
    },
    transport,
    storage: localStorage,
    announce: () => {},
    applySettings,
  });
  await session.start();
  return session;
}
