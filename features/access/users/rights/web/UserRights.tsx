import { Alert } from "@mantine/core";
import { useState } from "react";
import { users } from "#features/access/users/contract.ts";
import type { BoundScope, HeldRole, User } from "#features/access/users/contract/people.ts";
import { RightsPart } from "#features/access/users/rights/web/RightsPart.tsx";
import { RoleDialog } from "#features/access/users/rights/web/RoleDialog.tsx";
import { RoleLine } from "#features/access/users/rights/web/RoleLine.tsx";
import { ScopeLine } from "#features/access/users/rights/web/ScopeLine.tsx";
import { ScopesDialog } from "#features/access/users/rights/web/ScopesDialog.tsx";
import { useMissingText } from "#features/access/users/rights/web/useMissingText.ts";
import classes from "#features/access/users/rights/web/UserRights.module.css";
import { useRightsChange } from "#features/access/users/rights/web/useRightsChange.ts";
import { useCan } from "#web/session.tsx";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type OpenDialog = { readonly kind: "role"; readonly held: HeldRole | null } | { readonly kind: "scopes" };

/** What a person was given, by whom and when; and the way to give and to take. */
export function UserRights({ user }: { readonly user: User }) {
  const t = useMessages("users");
  const language = useLanguage();
  const can = useCan();
  const confirm = useConfirm();
  const missingText = useMissingText();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const { change, error, forget } = useRightsChange(user);
  const mayChange = can(users.changeRights) && !user.isOwn && user.status !== "erased";
  const titleOf = ({ title, titleI18n }: HeldRole) => titleI18n[language] ?? title;
  const handleTake = async (role: HeldRole) => {
    const named = titleOf(role);
    const question = { title: t("roles.takeTitle", { name: user.name }), named, text: t("roles.takeText") };
    if (!(await confirm({ ...question, confirmLabel: t("roles.take"), isDangerous: true }))) return;
    await change({ take: [role.roleId] }, t("roles.taken"));
  };
  const handleUnbind = async ({ kind, target }: BoundScope) => {
    await change({ unbind: [{ kind, target }] }, t("scopes.unbound"));
  };
  const ask = (next: OpenDialog) => {
    forget();
    setAsked(next);
  };
  return (
    <div className={classes.rights}>
      {user.isOwn && <Alert color="blue">{t("ownRights")}</Alert>}
      {error && asked === null && (
        <Alert color="red" role="alert">
          {missingText(error)}
        </Alert>
      )}
      <RightsPart
        title={t("roles.title")}
        text={t("roles.text")}
        add={mayChange ? { label: t("roles.giveOne"), onAdd: () => ask({ kind: "role", held: null }) } : null}
        none={user.roles.length === 0 ? t("roles.none") : null}
      >
        {user.roles.map((role) => (
          <RoleLine
            key={role.roleId}
            role={role}
            title={titleOf(role)}
            onPeriod={mayChange ? () => ask({ kind: "role", held: role }) : null}
            onTake={mayChange ? () => void handleTake(role) : null}
          />
        ))}
      </RightsPart>
      <RightsPart
        title={t("scopes.title")}
        text={t("scopes.text")}
        add={mayChange ? { label: t("scopes.bindMore"), onAdd: () => ask({ kind: "scopes" }) } : null}
        none={user.scopes.length === 0 ? t("scopes.none") : null}
      >
        {user.scopes.map((scope) => (
          <ScopeLine
            key={`${scope.kind}:${scope.target}`}
            scope={scope}
            onUnbind={mayChange ? () => void handleUnbind(scope) : null}
          />
        ))}
      </RightsPart>
      {asked?.kind === "role" && <RoleDialog user={user} held={asked.held} onClose={() => setAsked(null)} />}
      {asked?.kind === "scopes" && <ScopesDialog user={user} onClose={() => setAsked(null)} />}
    </div>
  );
}
