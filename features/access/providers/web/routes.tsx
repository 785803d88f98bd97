import type messages from "#features/access/providers/web/messages.en.json";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    providers: typeof messages;
  }
}

/** What leads to one's own account from elsewhere. The way in by a provider stands with the others, in the session. */
export const providerScreens: Screens = {
  name: "providers",
  words: {
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
