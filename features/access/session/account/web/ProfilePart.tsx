import { Button, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import styles from "#features/access/session/account/web/AccountScreen.module.css";
import { account, accountLimits } from "#features/access/session/contract/account.ts";
import { useWrite } from "#web/operations.ts";
import { rolesText, type SignedInUser, useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The user's name, which they may change, and what others decide about them. */
export function ProfilePart({ person }: { readonly person: SignedInUser }) {
  const messages = useMessages("account");
  const language = useLanguage();
  const session = useSession();
  const toast = useToast();
  const [name, setName] = useState(person.name);
  const save = useWrite(account.updateUser);
  const isChanged = name.trim() !== "" && name.trim() !== person.name;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isChanged || save.isPending) return;
    save.mutate(
      { user: { data: { displayName: name.trim() } } },
      {
        onSuccess: () => {
          toast({ text: messages("account.saved") });
          void session.refresh().catch(() => {});
        },
      },
    );
  };
  return (
    <CardSection title={messages("account.profile")}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextInput
          label={messages("account.name")}
          description={messages("account.nameHint")}
          value={name}
          error={save.error && textOf(save.error)}
          dir="auto"
          autoComplete="name"
          maxLength={accountLimits.displayNameMax}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={messages("account.email")}
          description={messages("account.emailHint")}
          value={person.email}
          dir="ltr"
          readOnly
        />
        <TextInput
          label={messages("account.roles")}
          value={rolesText(person, language) || messages("account.noRoles")}
          dir="auto"
          readOnly
        />
        <div>
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            {messages("account.save")}
          </Button>
        </div>
      </form>
    </CardSection>
  );
}
