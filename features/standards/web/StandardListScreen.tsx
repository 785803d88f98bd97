import { standardName, unstatedEdition } from "#base/halal.ts";
import { standards } from "#features/certifiers/contract.ts";
import { certifierStatuses } from "#features/certifiers/contract/bodies.ts";
import { type StandardRow, standardSorts } from "#features/certifiers/contract/standards.ts";
import { formatDate } from "#web/formats.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import type { Language } from "#web/screens.ts";
import { useWords } from "#web/useWords.ts";

const titleIn = ({ title, titleI18n }: StandardRow, language: Language) => titleI18n[language] ?? title;

const standardList = defineList({
  name: "standards",
  operation: standards.list,
  path: "/apps/certifier/standards",
  nameOf: standardName,
  columns: [
    { id: "code", width: 168, sort: "code", cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
    { id: "edition", width: 112, cell: ({ edition }) => (edition === unstatedEdition ? null : <bdi>{edition}</bdi>) },
    { id: "title", width: 420, cell: (row, { language }) => <bdi>{titleIn(row, language)}</bdi> },
    { id: "owner", width: 260, isQuiet: true, cell: ({ owner }) => <bdi>{owner}</bdi> },
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
    facts: (row, { language }) => [<bdi key="title">{titleIn(row, language)}</bdi>, <bdi key="owner">{row.owner}</bdi>],
  },
  filters: [{ kind: "choice", name: "status", codes: certifierStatuses }],
  views: [{ id: "archived", filters: { status: ["archived"] } }],
  sorts: standardSorts,
  initialOrder: { sort: "code", direction: "asc" },
  read: standards.get,
  create: standards.create,
  update: standards.update,
  exporting: standards.exportCsv,
});

/** Halal standards, in a list. */
export function StandardListScreen() {
  const t = useWords("standards");
  return (
    <RecordList
      list={standardList}
      actions={<ImportButton operation={standards.importTemplate} to="/apps/import/standards" label={t("import")} />}
    />
  );
}
