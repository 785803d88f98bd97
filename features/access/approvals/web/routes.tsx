import type messages from "#features/access/approvals/web/messages.en.json";
import { call } from "#web/call.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    approvals: typeof messages;
  }
}

const contract = () => import("#features/access/approvals/contract.ts").then(({ approvals }) => approvals);
const loadList = () =>
  withListMessages(
    import("#features/access/approvals/web/ApprovalListScreen.tsx").then((module) => module.ApprovalListScreen),
  );

export const approvalScreens: Screens = {
  name: "approvals",
  messages: {
    en: () => import("#features/access/approvals/web/messages.en.json"),
    ar: () => import("#features/access/approvals/web/messages.ar.json"),
  },
  menuTitles: { Approvals: { ar: "الموافقات" } },
  menuCounts: {
    "/apps/approval/approvals": async (transport) => (await call(transport, (await contract()).countWaiting, {})).count,
  },
  routes: [
    { path: "/apps/approval", needs: "session", load: loadList, redirectTo: "/apps/approval/approvals" },
    { path: "/apps/approval/approvals", needs: async () => (await contract()).list, load: loadList },
    {
      path: "/apps/approval/approvals/rules",
      needs: async () => (await contract()).rules,
      load: () => import("#features/access/approvals/web/RulesScreen.tsx").then((module) => module.RulesScreen),
    },
    {
      path: "/apps/approval/approvals/$approvalId",
      needs: async () => (await contract()).get,
      load: () =>
        withRecordMessages(
          import("#features/access/approvals/web/ApprovalScreen.tsx").then((module) => module.ApprovalScreen),
        ),
    },
  ],
};
