import { countryCodes } from "#base/countries.ts";
import { certifiers } from "#features/halal/certifiers/contract.ts";
import {
  bodyKinds,
  type BodyRow,
  bodySorts,
  bodyStatuses,
  stunningPolicies,
} from "#features/halal/certifiers/contract/bodies.ts";
import { countryName, formatDate } from "#web/formats.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { LogoMark } from "#web/record/LogoMark.tsx";
import type { Language } from "#web/screens.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useMessages } from "#web/useMessages.ts";

const nameIn = ({ name, nameI18n }: BodyRow, language: Language) => nameI18n[language] ?? name;
const policies: ReadonlySet<string> = new Set(stunningPolicies);

const bodyList = defineList({
  name: "certifiers",
  operation: certifiers.list,
  path: "/apps/certifier/bodies",
  nameOf: ({ acronym }) => acronym,
  picture: (row, size) => (
    <LogoMark id={row.id} name={row.acronym} logoFileId={row.logoFileId} sizePx={size === "small" ? 24 : 40} />
  ),
  columns: [
    { id: "acronym", width: 132, sort: "acronym", cell: ({ acronym }) => <bdi>{acronym}</bdi> },
    { id: "name", width: 360, cell: (row, { language }) => <bdi>{nameIn(row, language)}</bdi> },
    { id: "country", width: 168, sort: "country", cell: (row, { language }) => countryName(language, row.country) },
    { id: "kind", width: 152, isQuiet: true, cell: ({ kind }, { t }) => t(`kinds.${kind}`) },
    {
      id: "renewal",
      width: 160,
      cell: ({ renewalFromDays: from, renewalToDays: to }, { t }) =>
        from !== null && to !== null && t("renewalDays", { from, to }),
    },
    {
      id: "defaultStunningPolicy",
      width: 160,
      isHidden: true,
      cell: (row, { t }) =>
        policies.has(row.defaultStunningPolicy) && t(`stunningPolicies.${row.defaultStunningPolicy}`),
    },
    {
      id: "status",
      width: 112,
      isHidden: true,
      cell: ({ status }, { t }) => (
        <StatusBadge tone={status === "active" ? "ok" : "mute"}>{t(`status.${status}`)}</StatusBadge>
      ),
    },
    {
      id: "updatedAt",
      width: 124,
      sort: "updatedAt",
      firstDirection: "desc",
      isHidden: true,
      cell: ({ updatedAt }, { language }) => formatDate(language, updatedAt),
    },
  ],
  card: {
    facts: (row, { language, t }) => [
      <bdi key="name">{nameIn(row, language)}</bdi>,
      `${countryName(language, row.country)} · ${t(`kinds.${row.kind}`)}`,
    ],
  },
  filters: [
    { kind: "choice", name: "status", codes: bodyStatuses },
    { kind: "choice", name: "country", codes: countryCodes, wordOf: (code, language) => countryName(language, code) },
    { kind: "choice", name: "kind", codes: bodyKinds },
  ],
  views: [
    { id: "suspended", filters: { status: ["suspended"] } },
    { id: "archived", filters: { status: ["archived"] } },
  ],
  sorts: bodySorts,
  initialOrder: { sort: "acronym", direction: "asc" },
  read: certifiers.get,
  create: certifiers.create,
  update: certifiers.update,
  exporting: certifiers.exportCsv,
});

/** Certifying bodies, in a list. */
export function BodyListScreen() {
  const t = useMessages("certifiers");
  return (
    <RecordList
      list={bodyList}
      actions={<ImportButton operation={certifiers.importTemplate} to="/apps/import/certifiers" label={t("import")} />}
    />
  );
}
