import { useRouter } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { newId } from "#web/newId.ts";
import { users } from "#features/access/users/contract.ts";
import { Invitation, type User } from "#features/access/users/contract/people.ts";
import { userFields } from "#features/access/users/fields.ts";
import { InvitationLink } from "#features/access/users/invitations/web/InvitationLink.tsx";
import { RolesField } from "#features/access/users/rights/web/RolesField.tsx";
import { ScopesField } from "#features/access/users/rights/web/ScopesField.tsx";
import { UserFields } from "#features/access/users/record/web/UserFields.tsx";
import { useUserFormatters } from "#features/access/users/record/web/useUserFormatters.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import { FormSection, Wide } from "#web/record/FormSection.tsx";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { type RecordMutations, useRecordForm } from "#web/record/useRecordForm.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import { useCan } from "#web/session.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

const emptyInvitation: Invitation = { ...userFields.empty, roles: [], scopes: [] };

/** Invites a user, by email, or by a link where no email can be sent. */
export function InvitationForm() {
  const t = useMessages("users");
  const can = useCan();
  const router = useRouter();
  const toast = useToast();
  const [id] = useState(newId);
  const [made, setMade] = useState<{ user: User; link: string } | null>(null);
  const [source, lastLink] = useInvitationSource(id);
  const form = useRecordForm<Invitation, User>(source, {
    onWaits: useSentForApproval(),
    record: null,
    initial: emptyInvitation,
    onSaved: (user) => {
      const link = lastLink();
      toast({ text: t(link === null ? "invited" : "invitedByLink", { name: user.name }) });
      if (link === null)
        void router.navigate({ to: `/apps/user/users/${user.id}`, replace: true, ignoreBlocker: true });
      else setMade({ user, link });
    },
  });
  const list = { name: "users", title: t("title"), path: "/apps/user/users" } as const;
  const texts = useUserFormatters();
  if (made) {
    return (
      <RecordPage list={list} id={null} title={made.user.name} crumb={made.user.name}>
        <InvitationLink link={made.link} name={made.user.name} />
        <div>
          <LinkButton to={`/apps/user/users/${made.user.id}`} operation={users.get}>
            {t("toRecord")}
          </LinkButton>
        </div>
      </RecordPage>
    );
  }
  return (
    <RecordPage list={list} id={null} title={t("new")} crumb={t("new")}>
      <RecordFormView form={form} texts={texts}>
        <UserFields address="new" />
        {can(users.changeRights) && (
          <FormSection title={t("sections.rights")} text={t("sections.rightsText")}>
            <Wide>
              <RolesField name="roles" />
            </Wide>
            <Wide>
              <ScopesField name="scopes" />
            </Wide>
          </FormSection>
        )}
      </RecordFormView>
    </RecordPage>
  );
}

/** Invites under `id`, and keeps the link of the response, because a link is not part of a record. */
function useInvitationSource(id: string): readonly [RecordMutations<Invitation, User>, () => string | null] {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const shown: { link: string | null } = { link: null };
    const source: RecordMutations<Invitation, User> = {
      name: "invitations",
      schema: Invitation,
      valuesOf: () => emptyInvitation,
      create: async (values) => {
        const invited = unlessWaiting(await call(transport, users.invite, { id, ...values }));
        shown.link = invited.link;
        await refresh(queryClient, [users.list, users.countByStatus, users.choices]);
        return invited.user;
      },
      update: () => Promise.reject(new Error("an invitation is not edited")),
    };
    return [source, () => shown.link] as const;
  }, [transport, queryClient, id]);
}
