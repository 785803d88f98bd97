import type messages from "#features/access/audit/web/messages.en.json";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    audit: typeof messages;
  }
}

const contract = () => import("#features/access/audit/contract.ts").then(({ audit }) => audit);
const loadList = () =>
  withListMessages(import("#features/access/audit/web/AuditListScreen.tsx").then((module) => module.AuditListScreen));
const loadEntry = () =>
  withRecordMessages(
    import("#features/access/audit/web/AuditEntryScreen.tsx").then((module) => module.AuditEntryScreen),
  );

export const auditScreens: Screens = {
  name: "audit",
  messages: {
    en: () => import("#features/access/audit/web/messages.en.json"),
    ar: () => import("#features/access/audit/web/messages.ar.json"),
  },
  menuTitles: { Permissions: { ar: "الصلاحيات" }, "Audit log": { ar: "سجل التدقيق" } },
  routes: [
    { path: "/apps/audit", needs: "session", load: loadList, redirectTo: "/apps/audit/entries" },
    { path: "/apps/audit/entries", needs: async () => (await contract()).list, load: loadList },
    { path: "/apps/audit/entries/$entryId", needs: async () => (await contract()).get, load: loadEntry },
  ],
};
