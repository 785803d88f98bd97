import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Contact, retailerContacts } from "#features/retail/retailers/contacts/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { isFinal } from "#features/retail/retailers/record/contract.ts";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { CardLine, CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPencil, IconPlus, IconTrash, IconUsers } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

const ContactDialog = lazy(() =>
  import("#features/retail/retailers/contacts/web/ContactDialog.tsx").then((module) => ({
    default: module.ContactDialog,
  })),
);

type ContactsTabProps = {
  readonly retailer: Retailer;
  /** With the dialog for a new one open. */
  readonly startsAdding?: boolean;
};

/** The contacts of a retailer, and the notifications that they receive. */
export function ContactsTab({ retailer, startsAdding = false }: ContactsTabProps) {
  const t = useMessages("retailers");
  const can = useCan();
  const confirm = useConfirm();
  const { attempt } = usePartMutations();
  const [edited, setEdited] = useState<Contact | "new" | null>(
    startsAdding && can(retailerContacts.save) ? "new" : null,
  );
  const { data, error, refetch, isFetching } = useRead(retailerContacts.list, { id: retailer.id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={3} rowPx={64} />;
  const { rows, version } = data;
  const mayChange = can(retailerContacts.save) && !isFinal(retailer.status);
  const handleRemove = async ({ id: contactId, name }: Contact) => {
    const title = t("contacts.removeTitle", { name });
    if (!(await confirm({ title, confirmLabel: t("contacts.remove"), isDangerous: true }))) return;
    await attempt(retailerContacts.remove, { id: retailer.id, version, contactId }, t("contacts.removed", { name }));
  };
  return (
    <div className={classes.part}>
      <CardSection
        title={t("tabs.contacts")}
        lead={t("contacts.lead")}
        badge={
          mayChange && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited("new")}>
              {t("contacts.add")}
            </Button>
          )
        }
      >
        {rows.length === 0 ? (
          <EmptyState
            icon={<IconUsers size={24} aria-hidden />}
            title={t("contacts.none")}
            text={t("contacts.noneText")}
          />
        ) : (
          <CardLines label={t("tabs.contacts")}>
            {rows.map((contact) => (
              <ContactLine
                key={contact.id}
                contact={contact}
                {...(mayChange ? { onEdit: () => setEdited(contact), onRemove: () => void handleRemove(contact) } : {})}
              />
            ))}
          </CardLines>
        )}
      </CardSection>
      <Suspense>
        {edited && (
          <ContactDialog
            retailer={retailer}
            version={version}
            contact={edited === "new" ? null : edited}
            isFirst={rows.length === 0}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

type ContactLineProps = { readonly contact: Contact; readonly onEdit?: () => void; readonly onRemove?: () => void };

function ContactLine({ contact, onEdit, onRemove }: ContactLineProps) {
  const t = useMessages("retailers");
  const { name, role, email, phone, isPrimary, notify } = contact;
  return (
    <CardLine
      icon={<Avatar name={name} />}
      name={name}
      actions={
        <span className={classes.actions}>
          {isPrimary && <StatusBadge tone="info">{t("contacts.primary")}</StatusBadge>}
          {onEdit && (
            <IconButton label={t("contacts.edit", { name })} size="sm" onClick={onEdit}>
              <IconPencil size={16} aria-hidden />
            </IconButton>
          )}
          {onRemove && (
            <IconButton label={t("contacts.removeNamed", { name })} size="sm" onClick={onRemove}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          )}
        </span>
      }
    >
      {role && (
        <span>
          <bdi>{role}</bdi>
        </span>
      )}
      <span>
        <bdi dir="ltr">{[email, phone].filter(Boolean).join(" · ")}</bdi>
      </span>
      {notify.length > 0 && (
        <span>{t("contacts.notified", { what: notify.map((each) => t(`notices.${each}`)).join(t("comma")) })}</span>
      )}
    </CardLine>
  );
}
