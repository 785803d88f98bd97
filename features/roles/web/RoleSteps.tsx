import { ActionIcon, Button, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { permissions } from "#features/permissions/contract.ts";
import { type Role, roles } from "#features/roles/contract.ts";
import { session } from "#features/session/contract.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { IconCopy, IconDots, IconEye, IconGitCompare, IconInfoCircle, IconTrash } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useViewAs } from "#web/useViewAs.ts";
import { useWords } from "#web/useWords.ts";

type RoleStepsProps = {
  readonly role: Role;
  /** The question why stands beside the role. */
  readonly isAsking: boolean;
  /** Null where there is no room beside the role: then it has a screen of its own. */
  readonly onWhy: (() => void) | null;
};

/** What can be done with a role as a whole. */
export function RoleSteps({ role, isAsking, onWhy }: RoleStepsProps) {
  const t = useWords("roles");
  const can = useCan();
  const viewAs = useViewAs();
  const whyIcon = <IconInfoCircle size={18} stroke={1.75} aria-hidden />;
  return (
    <>
      {onWhy === null ? (
        <LinkButton to="/apps/permission/why" operation={permissions.explain} variant="default" leftSection={whyIcon}>
          {t("why.button")}
        </LinkButton>
      ) : (
        can(permissions.explain) && (
          <Button variant="default" leftSection={whyIcon} aria-pressed={isAsking} onClick={onWhy}>
            {t("why.button")}
          </Button>
        )
      )}
      <LinkButton
        to="/apps/role/compare"
        search={{ left: role.id }}
        operation={roles.grantable}
        variant="default"
        leftSection={<IconGitCompare size={18} stroke={1.75} aria-hidden />}
      >
        {t("compare.button")}
      </LinkButton>
      {can(session.startViewAs) && (
        <Button
          variant="default"
          leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
          loading={viewAs.isPending}
          onClick={() => void viewAs.start({ roleId: role.id })}
        >
          {t("simulate")}
        </Button>
      )}
      <LinkButton
        to="/apps/role/roles/new"
        search={{ copyOf: role.id }}
        operation={roles.create}
        leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
      >
        {t("rowLinks.duplicate")}
      </LinkButton>
      {!role.isSystem && !role.isOwn && can(roles.remove) && <Removal role={role} />}
    </>
  );
}

function Removal({ role }: { readonly role: Role }) {
  const shellWords = useWords();
  const router = useRouter();
  const deleteNamed = useDeleteFlow();
  const removal = useWrite(roles.remove, { refreshes: [roles.list] });
  const remove = async () => {
    const { id, version, title } = role;
    const isDeleted = await deleteNamed({ named: title, remove: () => removal.mutateAsync({ id, version }) });
    if (isDeleted) void router.navigate({ to: "/apps/role/roles", replace: true, ignoreBlocker: true });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="var(--control)" aria-label={shellWords("buttons.more")}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
          {shellWords("buttons.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
