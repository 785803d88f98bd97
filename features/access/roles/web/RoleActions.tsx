import { Button, Menu } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { permissions } from "#features/access/permissions/contract.ts";
import { type Role, roles } from "#features/access/roles/contract.ts";
import { session } from "#features/access/session/contract.ts";
import { useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { IconCopy, IconEye, IconGitCompare, IconInfoCircle, IconTrash } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MoreMenu } from "#web/ui/MoreMenu.tsx";
import { useDeleteFlow } from "#web/ui/useConfirm.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useViewAs } from "#web/useViewAs.ts";
import { useMessages } from "#web/useMessages.ts";

type RoleActionsProps = {
  readonly role: Role;
  /** The panel that explains a permission is open beside the role. */
  readonly isAsking: boolean;
  /** Null if there is no room beside the role: then the question opens on a page of its own. */
  readonly onWhy: (() => void) | null;
};

/** Actions for a whole role. On a phone, all except duplicating are in the menu. */
export function RoleActions({ role, isAsking, onWhy }: RoleActionsProps) {
  const t = useMessages("roles");
  const isPhone = useIsPhone();
  return (
    <>
      {!isPhone && <Views role={role} isAsking={isAsking} onWhy={onWhy} />}
      <LinkButton
        to="/apps/role/roles/new"
        search={{ copyOf: role.id }}
        operation={roles.create}
        leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
      >
        {t("rowLinks.duplicate")}
      </LinkButton>
      <FurtherSteps role={role} hasViews={isPhone} />
    </>
  );
}

/** Ways to view a role, side by side. */
function Views({ role, isAsking, onWhy }: RoleActionsProps) {
  const t = useMessages("roles");
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
    </>
  );
}

/** The menu: rarely used actions, and those for which there is no room. */
function FurtherSteps({ role, hasViews }: { readonly role: Role; readonly hasViews: boolean }) {
  const can = useCan();
  const mayRemove = !role.isSystem && !role.isOwn && can(roles.remove);
  if (!hasViews && !mayRemove) return null;
  return (
    <MoreMenu>
      {hasViews && <ViewLines role={role} />}
      {mayRemove && <Removal role={role} />}
    </MoreMenu>
  );
}

/** The same ways to view a role, as menu items. */
function ViewLines({ role }: { readonly role: Role }) {
  const t = useMessages("roles");
  const can = useCan();
  const router = useRouter();
  const viewAs = useViewAs();
  return (
    <>
      {can(permissions.explain) && (
        <Menu.Item
          leftSection={<IconInfoCircle size={16} aria-hidden />}
          onClick={() => void router.navigate({ to: "/apps/permission/why" })}
        >
          {t("why.button")}
        </Menu.Item>
      )}
      {can(roles.grantable) && (
        <Menu.Item
          leftSection={<IconGitCompare size={16} aria-hidden />}
          onClick={() => void router.navigate({ to: "/apps/role/compare", search: { left: role.id } })}
        >
          {t("compare.button")}
        </Menu.Item>
      )}
      {can(session.startViewAs) && (
        <Menu.Item
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => void viewAs.start({ roleId: role.id })}
        >
          {t("simulate")}
        </Menu.Item>
      )}
    </>
  );
}

function Removal({ role }: { readonly role: Role }) {
  const shellMessages = useMessages();
  const router = useRouter();
  const deleteNamed = useDeleteFlow();
  const removal = useWrite(roles.remove, { refreshes: [roles.list] });
  const remove = async () => {
    const { id, version, title } = role;
    const isDeleted = await deleteNamed({ named: title, remove: () => removal.mutateAsync({ id, version }) });
    if (isDeleted) void router.navigate({ to: "/apps/role/roles", replace: true, ignoreBlocker: true });
  };
  return (
    <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove()}>
      {shellMessages("buttons.delete")}
    </Menu.Item>
  );
}
