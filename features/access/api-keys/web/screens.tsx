import { lazy } from "react";
import type { Output } from "#base/contract.ts";
import { instant } from "#base/time.ts";
import {
  apiKeys,
  keyOperations,
  type KeyStatus,
  keyStatuses,
  type KeyWithSecret,
} from "#features/access/api-keys/contract.ts";
import type { KeyGrant, KeyScope } from "#features/access/api-keys/fields.ts";
import { lastDayAfter, lastingDays } from "#features/access/api-keys/rules.ts";
import { KeyActions } from "#features/access/api-keys/web/KeyActions.tsx";
import { SecretNote } from "#features/access/api-keys/web/SecretNote.tsx";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { countryName, formatDate, formatDateTime } from "#web/formats.ts";
import type { Draw } from "#web/list/defineList.ts";
import { statusTotals } from "#web/list/statusTotals.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

const tones: Readonly<Record<KeyStatus, Tone>> = { active: "ok", expired: "warn", revoked: "mute" };
const badge: Draw<{ readonly status: KeyStatus }, `status.${KeyStatus}`> = ({ status }, { t }) => (
  <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
);

export const keyScreens = recordScreens(keyOperations, apiKeys, {
  path: "/apps/user/api-keys",
  nameOf: ({ title }) => title,
  crumbOf: ({ prefix }) => prefix,
  badge,
  facts: ({ kind, prefix, lastDay, lastUsedAt, createdByName }, { t, language }) => [
    t(`kind.${kind}`),
    <bdi key="prefix" dir="ltr">
      {prefix}
    </bdi>,
    t("until", { day: formatDate(language, lastDay) }),
    lastUsedAt ? t("lastUsed", { when: formatDateTime(language, lastUsedAt) }) : t("neverUsed"),
    ...(createdByName ? [t("madeBy", { name: createdByName })] : []),
  ],
  Actions: KeyActions,
  form: () => import("#features/access/api-keys/web/KeyForm.tsx"),
  isReadOnly: ({ status }) => status === "revoked",
  initial: () => ({ lastDay: lastDayAfter(instant(Date.now()), lastingDays.usual) }),
  created: {
    recordOf: ({ key }: KeyWithSecret) => key,
    noteOf: ({ key, secret }: KeyWithSecret) => <SecretNote apiKey={key} secret={secret} />,
  },
  tabs: {
    usage: {
      Panel: lazy(async () => {
        const { UsageTab } = await import("#features/access/api-keys/web/UsageTab.tsx");
        return { default: UsageTab };
      }),
    },
  },
  formats: {
    grants: (grants: KeyGrant[], { t, language }) =>
      grants.map(({ permission, limit }) =>
        limit === "all"
          ? permissionTitle(permission, language)
          : t("grantInScope", { permission: permissionTitle(permission, language) }),
      ),
    scopes: (scopes: KeyScope[], { t, language }) =>
      scopes.map(({ kind, target }) => (kind === "country" ? countryName(language, target) : t(`scopeOf.${kind}`))),
    lastDay: (day: string, { language }) => formatDate(language, day),
  },
  columns: {
    title: {},
    prefix: { isQuiet: true, cell: ({ prefix }) => <bdi dir="ltr">{prefix}</bdi> },
    kind: {},
    status: {},
    lastUsedAt: {
      firstDirection: "desc",
      cell: ({ lastUsedAt }, { language, t }) => (lastUsedAt ? formatDateTime(language, lastUsedAt) : t("never")),
    },
    lastDay: { sort: "expiresAt", cell: ({ lastDay }, { language }) => formatDate(language, lastDay) },
    callsPerMinute: {},
    createdAt: { isHidden: true },
  },
  card: {
    facts: ({ kind, prefix, lastDay }, { language, t }) => [
      <>
        {t(`kind.${kind}`)} · <bdi dir="ltr">{prefix}</bdi>
      </>,
      t("until", { day: formatDate(language, lastDay) }),
    ],
    mark: badge,
  },
  filters: ["status", "kind"],
  views: keyStatuses,
  initialOrder: { sort: "title", direction: "asc" },
  list: { counts: { operation: apiKeys.countByStatus, totalsOf } },
});

/** The main view's total leaves revoked keys out, as the list does without a filter. */
function totalsOf(answer: unknown) {
  const { byStatus } = answer as Output<typeof apiKeys.countByStatus>;
  return statusTotals(byStatus, { leftOut: ["revoked"] });
}
