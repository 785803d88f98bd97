import type messages from "#features/access/providers/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    providers: typeof messages;
  }
}

/** The user's linked identities. Sign-in with a provider is in the session feature. */
export const providerScreens: Screens = {
  name: "providers",
  messages: {
    en: () => import("#features/access/providers/web/messages.en.json"),
    ar: () => import("#features/access/providers/web/messages.ar.json"),
  },
  routes: [
    {
      path: "/apps/account/identities",
      needs: "session",
      load: () =>
        import("#features/access/providers/web/IdentitiesScreen.tsx").then(({ IdentitiesScreen }) => IdentitiesScreen),
    },
  ],
};
