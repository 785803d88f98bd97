import { standardName, unstatedEdition } from "#base/halal.ts";
import { standards } from "#features/halal/certifiers/contract.ts";
import { type Standard, standardLifecycle, standardRecord } from "#features/halal/certifiers/contract/standards.ts";
import { nameWidth, textWidth } from "#web/list/widthLimits.ts";
import { ArchiveButton } from "#web/records/ArchiveButton.tsx";
import { recordScreens } from "#web/records/recordScreens.ts";
import type { Language } from "#web/screens.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";

const titleIn = ({ title, titleI18n }: Pick<Standard, "title" | "titleI18n">, language: Language) => (
  <bdi key="title">{titleI18n[language] ?? title}</bdi>
);

export const standardScreens = recordScreens(standardRecord, standards, {
  path: "/apps/certifier/standards",
  nameOf: standardName,
  crumbOf: ({ code }) => code,
  badge: ({ status }, { t }) => status === "archived" && <StatusBadge tone="mute">{t("status.archived")}</StatusBadge>,
  facts: (standard, { t, language }) => [
    titleIn(standard, language),
    t("certificates", { count: standard.certificateCount }),
  ],
  Actions: ({ record }) => (
    <ArchiveButton
      screens={standardScreens}
      lifecycle={standardLifecycle}
      operation={standards.changeStatus}
      record={record}
    />
  ),
  form: () => import("#features/halal/standards/web/StandardForm.tsx"),
  columns: {
    code: { width: textWidth, cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
    edition: { cell: ({ edition }) => (edition === unstatedEdition ? null : <bdi>{edition}</bdi>) },
    title: { width: nameWidth, edit: { field: "title" }, cell: (row, { language }) => titleIn(row, language) },
    owner: { isQuiet: true },
    updatedAt: { isHidden: true },
  },
  card: { facts: (row, { language }) => [titleIn(row, language), <bdi key="owner">{row.owner}</bdi>] },
  filters: ["status"],
  views: ["archived"],
  initialOrder: { sort: "code", direction: "asc" },
});
