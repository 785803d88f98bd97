import { type ContactRecord, contactExtras, contactRecords, contacts } from "#demos/contacts/contract.ts";
import { fullName } from "#demos/contacts/rules.ts";
import { formatNumber } from "#web/formats.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { IconUsers } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The page of one contact. Lists are in the screen with panes, so there are no columns to choose. */
export const contactScreens = recordScreens(contactRecords, contactExtras, {
  path: "/apps/contacts/contact",
  nameOf: fullName,
  picture: (contact) => <Avatar name={fullName(contact)} size={40} />,
  facts: ({ jobTitle, company }) => [jobTitle, company].filter((fact) => fact !== null),
  form: () => import("#demos/contacts/web/ContactForm.tsx"),
  formats: {
    // How many, as their names are those of other areas.
    retailerIds: (ids: readonly string[], { language }) => formatNumber(language, ids.length),
    brandIds: (ids: readonly string[], { language }) => formatNumber(language, ids.length),
    certifierIds: (ids: readonly string[], { language }) => formatNumber(language, ids.length),
  },
  refreshes: [contactExtras.letters, contactExtras.duplicates, contacts.user],
  Actions: ContactActions,
  columns: { name: {} },
  card: { facts: ({ company }) => [company] },
  filters: [],
  views: ["active"],
  initialOrder: { sort: "name", direction: "asc" },
});

function ContactActions({ record }: { readonly record: ContactRecord }) {
  const t = useMessages("contacts");
  return (
    <LinkButton
      variant="default"
      to="/apps/contacts/people/all"
      search={{ contact: record.id }}
      leftSection={<IconUsers size={18} aria-hidden="true" />}
    >
      {t("detail.inList")}
    </LinkButton>
  );
}
