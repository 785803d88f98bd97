import type messages from "#features/access/approvals/web/messages.en.json";
import { call } from "#web/call.ts";
import { lazyRoutes } from "#web/lazyRoutes.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    approvals: typeof messages;
  }
}

const contract = () => import("#features/access/approvals/contract.ts").then(({ approvals }) => approvals);

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
  routes: lazyRoutes(
    ["/apps/approval/approvals", "/apps/approval/approvals/rules", "/apps/approval/approvals/$approvalId"],
    async () => (await import("#features/access/approvals/web/screenRoutes.ts")).approvalRoutes,
    { "/apps/approval": "/apps/approval/approvals" },
  ),
};
