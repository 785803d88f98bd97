import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { type Contact, ContactInput, notices, retailerContacts } from "#features/retail/retailers/contacts/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { contactErrors } from "#features/retail/retailers/contacts/rules.ts";
import classes from "#features/retail/retailers/record/web/Tab.module.css";
import { PartDialog } from "#features/retail/retailers/record/web/PartDialog.tsx";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { TextField } from "#web/record/TextField.tsx";
import { useField } from "#web/record/useField.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type ContactDialogProps = {
  readonly retailer: Retailer;
  readonly version: number;
  /** Null: a new one. */
  readonly contact: Contact | null;
  readonly isFirst: boolean;
  readonly onClose: () => void;
};

/** Adds or edits a contact of a retailer. */
export function ContactDialog({ retailer, version, contact, isFirst, onClose }: ContactDialogProps) {
  const t = useMessages("retailers");
  const toast = useToast();
  const { send, refreshAll } = usePartMutations();
  const [freshId] = useState(newId);
  return (
    <PartDialog
      title={contact ? t("contacts.edit", { name: contact.name }) : t("contacts.add")}
      schema={ContactInput}
      errorsOf={contactErrors}
      initial={initialOf(contact, isFirst)}
      onSave={async (values) => {
        await send(retailerContacts.save, { id: retailer.id, version, contactId: contact?.id ?? freshId, ...values });
        toast({ text: t("contacts.saved", { name: values.name }) });
      }}
      onConflict={() => void refreshAll()}
      onClose={onClose}
    >
      <TextField name="name" label={t("contact.name")} isRequired />
      <TextField name="role" label={t("contact.role")} />
      <TextField name="email" kind="code" inputMode="email" label={t("contact.email")} />
      <TextField name="phone" kind="code" inputMode="tel" label={t("contact.phone")} hint={t("hints.phone")} />
      <Notices />
      <Primary />
    </PartDialog>
  );
}

function initialOf(contact: Contact | null, isFirst: boolean): ContactInput {
  if (contact === null)
    return { name: "", role: null, email: null, phone: null, isPrimary: isFirst, notify: ["status"] };
  const { id: _, ...values } = contact;
  return values;
}

function Notices() {
  const t = useMessages("retailers");
  const { value, change } = useField<readonly string[]>("notify");
  return (
    <Checkbox.Group label={t("contact.notify")} value={[...value]} onChange={change}>
      <span className={classes.buttons}>
        {notices.map((notice) => (
          <Checkbox key={notice} value={notice} label={t(`notices.${notice}`)} />
        ))}
      </span>
    </Checkbox.Group>
  );
}

function Primary() {
  const t = useMessages("retailers");
  const { value, change } = useField<boolean>("isPrimary");
  return (
    <Checkbox
      label={t("contact.isPrimary")}
      checked={value}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
