import type messages from "#features/access/users/web/messages.en.json";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    users: typeof messages;
  }
}

const contract = () => import("#features/access/users/contract.ts").then(({ users }) => users);
const loadScreen = () => {
  void import("#features/access/users/record/web/UserEditForm.tsx");
  return withRecordMessages(
    import("#features/access/users/record/web/UserScreen.tsx").then((module) => module.UserScreen),
  );
};
const loadInvitation = () => {
  // The form travels beside the rest.
  void import("#features/access/users/invitations/web/InvitationForm.tsx");
  return withRecordMessages(
    import("#features/access/users/invitations/web/InvitationScreen.tsx").then((module) => module.InvitationScreen),
  );
};
const loadList = () =>
  withListMessages(import("#features/access/users/web/UserListScreen.tsx").then((module) => module.UserListScreen));

export const userScreens: Screens = {
  name: "users",
  messages: {
    en: () => import("#features/access/users/web/messages.en.json"),
    ar: () => import("#features/access/users/web/messages.ar.json"),
  },
  menuTitles: {
    User: { ar: "المستخدمون" },
    Users: { ar: "كل المستخدمين" },
    Invite: { ar: "دعوة مستخدم" },
  },
  history: [
    {
      resource: "users",
      load: async () => (await import("#features/access/users/record/web/useUserFormatters.ts")).useUserFormatters,
    },
  ],
  routes: [
    { path: "/apps/user", needs: "session", load: loadList, redirectTo: "/apps/user/users" },
    { path: "/apps/user/users", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/user/users/new", needs: async () => (await contract()).invite, load: loadInvitation },
    { path: "/apps/user/users/$userId", needs: async () => (await contract()).get, load: loadScreen },
  ],
};
