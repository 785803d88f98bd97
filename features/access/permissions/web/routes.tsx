import type messages from "#features/access/permissions/web/messages.en.json";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    permissions: typeof messages;
  }
}

const contract = () => import("#features/access/permissions/contract.ts").then(({ permissions }) => permissions);
const loadList = () =>
  withListMessages(
    import("#features/access/permissions/web/PermissionListScreen.tsx").then((module) => module.PermissionListScreen),
  );
const loadScreen = () =>
  withRecordMessages(
    import("#features/access/permissions/web/PermissionScreen.tsx").then((module) => module.PermissionScreen),
  );

export const permissionScreens: Screens = {
  name: "permissions",
  messages: {
    en: () => import("#features/access/permissions/web/messages.en.json"),
    ar: () => import("#features/access/permissions/web/messages.ar.json"),
  },
  routes: [
    { path: "/apps/permission", needs: "session", load: loadList, redirectTo: "/apps/permission/permissions" },
    { path: "/apps/permission/permissions", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/permission/permissions/$permissionId", needs: async () => (await contract()).get, load: loadScreen },
  ],
};
