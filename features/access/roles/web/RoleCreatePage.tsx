import { useRouter } from "@tanstack/react-router";
import type { Role } from "#features/access/roles/contract.ts";
import { RoleFields } from "#features/access/roles/web/RoleFields.tsx";
import { RoleMatrixField } from "#features/access/roles/web/RoleMatrixField.tsx";
import { emptyForm, formOf, type RoleForm, useRoleMutations } from "#features/access/roles/web/useRoleMutations.ts";
import { useRoleFormatters } from "#features/access/roles/web/useRoleFormatters.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type RoleCreatePageProps = {
  readonly id: string;
  /** The role that the new one begins as a copy of. */
  readonly original: Role | null;
};

/** The form of a role that is not there yet. */
export function RoleCreatePage({ id, original }: RoleCreatePageProps) {
  const t = useMessages("roles");
  const router = useRouter();
  const toast = useToast();
  const sent = useSentForApproval();
  const form = useRecordForm<RoleForm, Role>(useRoleMutations(id), {
    record: null,
    onWaits: (approvalId) => {
      sent(approvalId);
      void router.navigate({ to: "/apps/role/roles", replace: true, ignoreBlocker: true });
    },
    initial: emptyForm,
    ...(original ? { prefill: { ...formOf(original), title: t("copyOf", original), titleI18n: {} } } : {}),
    onSaved: (role) => {
      toast({ text: t("created", { title: role.title }) });
      // The way back leads to the list, and not to an empty form.
      void router.navigate({ to: `/apps/role/roles/${role.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "roles", title: t("title"), path: "/apps/role/roles" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useRoleFormatters()}>
        <RoleFields />
        <RoleMatrixField />
      </RecordFormView>
    </RecordPage>
  );
}
