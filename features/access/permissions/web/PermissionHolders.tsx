import { type PermissionHolder, permissions } from "#features/access/permissions/contract.ts";
import { formatNumber } from "#web/formats.ts";
import { HolderLine } from "#web/list/HolderLine.tsx";
import { HolderList } from "#web/list/HolderList.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The users who have a permission now, by which roles and for which rows; each with a link to the explanation. */
export function PermissionHolders({ id }: { readonly id: string }) {
  const t = useMessages("permissions");
  const language = useLanguage();
  return (
    <HolderList
      operation={permissions.holders}
      id={id}
      label={t("tabs.users")}
      none={t("users.none")}
      moreLabel={t("users.more")}
      hiddenText={(count) => t("users.hidden", { count, figure: formatNumber(language, count) })}
    >
      {(holder) => <Holder key={holder.userId} permission={id} holder={holder} />}
    </HolderList>
  );
}

type HolderProps = { readonly permission: string; readonly holder: PermissionHolder };

function Holder({ permission, holder }: HolderProps) {
  const t = useMessages("permissions");
  const language = useLanguage();
  const titles = holder.roles.map(({ title, titleI18n }) => titleI18n[language] ?? title).join(t("comma"));
  return (
    <HolderLine
      person={holder}
      told={holder.limits.map((limit) => t(`reach.${limit}`)).join(t("comma"))}
      toldBelow={t("users.by", { roles: titles })}
      action={
        <LinkButton
          to="/apps/permission/why"
          search={{ person: holder.userId, permission }}
          operation={permissions.explain}
          variant="subtle"
          size="compact-sm"
        >
          {t("users.why")}
        </LinkButton>
      }
    />
  );
}
