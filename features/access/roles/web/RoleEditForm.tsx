import { type Role, roles } from "#features/access/roles/contract.ts";
import { RoleFields } from "#features/access/roles/web/RoleFields.tsx";
import { gridOf } from "#features/access/roles/rules.ts";
import { RoleMatrix } from "#features/access/roles/web/RoleMatrix.tsx";
import { RoleMatrixField } from "#features/access/roles/web/RoleMatrixField.tsx";
import classes from "#features/access/roles/web/RoleDetailPage.module.css";
import { emptyForm, type RoleForm, useRoleMutations } from "#features/access/roles/web/useRoleMutations.ts";
import { useRoleFormatters } from "#features/access/roles/web/useRoleFormatters.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { useSentForApproval } from "#web/record/useSentForApproval.ts";
import { useCan } from "#web/session.tsx";
import { IconInfoCircle } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type RoleEditFormProps = { readonly role: Role; readonly part: "permissions" | "details" };

/** What a role grants and what it is, in one form: both are saved together. */
export function RoleEditForm({ role, part }: RoleEditFormProps) {
  const t = useMessages("roles");
  const recordMessages = useMessages("record");
  const toast = useToast();
  const can = useCan();
  const texts = useRoleFormatters();
  const form = useRecordForm<RoleForm, Role>(useRoleMutations(role.id), {
    record: role,
    initial: emptyForm,
    onSaved: (_, { merged }) => {
      const fields = merged.map(texts.labelOf).join(recordMessages("comma"));
      toast({ text: merged.length === 0 ? t("saved") : recordMessages("savedMerged", { fields }) });
    },
    onWaits: useSentForApproval(),
  });
  const isReadOnly = role.isSystem || role.isOwn || !can(roles.update);
  return (
    <>
      {(role.isSystem || role.isOwn) && (
        <p className={classes.note}>
          <IconInfoCircle size={18} aria-hidden />
          {t(role.isSystem ? "systemNote" : "ownNote")}
        </p>
      )}
      {/* Outside of the form, whose controls are all dead then: one can still look for a resource. */}
      {isReadOnly && (
        <div className={classes.part} hidden={part !== "permissions"}>
          <RoleMatrix grid={gridOf(role.grants)} onChange={null} />
        </div>
      )}
      <RecordFormView form={form} texts={texts} isReadOnly={isReadOnly}>
        {/* Hidden rather than left out: what is typed in one part stays while one looks at the other. */}
        <div className={classes.part} hidden={part !== "permissions"}>
          {!isReadOnly && <RoleMatrixField />}
        </div>
        <div className={classes.part} hidden={part !== "details"}>
          <RoleFields />
        </div>
      </RecordFormView>
    </>
  );
}
