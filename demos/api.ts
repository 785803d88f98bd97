import type { Feature } from "#api/serve.ts";
import { academyFeature } from "#demos/academy/api/routes.ts";
import { contactsFeature } from "#demos/contacts/api/routes.ts";
import { eCommerceFeature } from "#demos/e-commerce/api/routes.ts";
import { faqFeature } from "#demos/faq/api/routes.ts";
import { filesDemo } from "#demos/files/api/routes.ts";
import { iconsFeature } from "#demos/icons/api/routes.ts";
import { knowledgeBaseFeature } from "#demos/knowledge-base/api/routes.ts";
import { publishingFeature } from "#demos/publishing/api/routes.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";

/** The demonstration applications. The folder may be deleted as a whole. */
export const demos: readonly Feature[] = [
  todoFeature,
  publishingFeature,
  iconsFeature,
  faqFeature,
  knowledgeBaseFeature,
  contactsFeature,
  academyFeature,
  eCommerceFeature,
  filesDemo,
];
