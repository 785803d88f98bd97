import { academyScreens } from "#demos/academy/web/routes.tsx";
import { contactsScreens } from "#demos/contacts/web/routes.tsx";
import { shopOrderScreens, shopProductScreens } from "#demos/e-commerce/web/routes.tsx";
import { faqScreens } from "#demos/faq/web/routes.tsx";
import { filesDemoScreens } from "#demos/files/web/routes.tsx";
import { iconScreens } from "#demos/icons/web/routes.tsx";
import { knowledgeBaseScreens } from "#demos/knowledge-base/web/routes.tsx";
import { todoScreens } from "#demos/todo/web/routes.tsx";
import type { MenuGroup, NavigationFields, Screens } from "#web/screens.ts";

const groups: Readonly<Record<MenuGroup, readonly `/${string}`[]>> = {
  work: [
    "/apps/analytics",
    "/apps/project",
    "/apps/calendar",
    "/apps/mail",
    "/apps/todo",
    "/apps/notes",
    "/apps/scrumboard",
    "/apps/files",
  ],
  people: ["/apps/chat", "/apps/contacts", "/pages/profile"],
  content: [
    "/apps/academy",
    "/apps/e-commerce",
    "/pages/invoices",
    "/pages/faq",
    // The screens of those who write the answers and articles.
    "/apps/faq",
    "/pages/knowledge-base",
    "/apps/knowledge-base",
    "/pages/icons",
    "/pages/search",
  ],
};

/** Where each application is in the menu: in three groups of one section. */
const applicationGroups: readonly NavigationFields[] = (Object.keys(groups) as MenuGroup[]).flatMap((group) =>
  groups[group].map((url) => ({ url, group })),
);

export const demoScreens: readonly Screens[] = [
  { ...todoScreens, navigation: applicationGroups },
  contactsScreens,
  academyScreens,
  shopProductScreens,
  shopOrderScreens,
  filesDemoScreens,
  iconScreens,
  faqScreens,
  knowledgeBaseScreens,
];
