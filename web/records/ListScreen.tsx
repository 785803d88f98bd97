import { type ComponentType, lazy } from "react";
import type { Operation } from "#base/contract.ts";
import type { Total } from "#base/list.ts";
import type { Field, FieldKind } from "#base/records/fields.ts";
import type { RecordTypes } from "#base/records/types.ts";
import { formatDate } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import {
  type Column,
  defineList,
  type ListDefinition,
  type ListRow,
  type RowEditorProps,
  type View,
} from "#web/list/defineList.ts";
import type { Filter } from "#web/list/filters.ts";
import { ImportButton } from "#web/list/ImportButton.tsx";
import { statusTotals } from "#web/list/statusTotals.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { cellText, plainText } from "#web/records/cellText.ts";
import type { loadRowParts as LoadRowParts } from "#web/records/loadRowParts.ts";
import { type RecordScreens, refreshesOf } from "#web/records/recordScreens.ts";
import { useCan } from "#web/session.tsx";
import { useMessagesOfAny } from "#web/useMessages.ts";

/** The list screen of one kind of record. */
export function listScreen<T extends RecordTypes>(screens: RecordScreens<T>): ComponentType {
  const list = listOf(screens);
  const { name } = screens.record.description;
  const { importTemplate } = screens.calls;
  const permittedOf = permittedList(list);
  return function ListScreen() {
    const t = useMessagesOfAny(name);
    const importButton = importTemplate && (
      <ImportButton operation={importTemplate} to={`/apps/import/${name}`} label={t("import")} />
    );
    const can = useCan();
    return <RecordList list={permittedOf(can)} actions={importButton} />;
  };
}

type Part = { readonly needs?: Operation };

/** The list without parts that the user may not see: the same object at every render, as its parts remember things by it. */
function permittedList(
  list: ListDefinition<ListRow>,
): (can: (operation: Operation) => boolean) => ListDefinition<ListRow> {
  const [lead, ...others] = list.columns;
  const guarded = ([...others, ...list.filters] as readonly Part[]).filter(({ needs }) => needs !== undefined);
  const known = new Map<string, ListDefinition<ListRow>>();
  return (can) => {
    const isHidden = new Set<object>(guarded.filter(({ needs }) => !can(needs!)));
    if (isHidden.size === 0) return list;
    const key = guarded.map((part) => isHidden.has(part)).join();
    const permitted = known.get(key) ?? {
      ...list,
      columns: [lead, ...others.filter((part) => !isHidden.has(part))] as const,
      filters: list.filters.filter((part) => !isHidden.has(part)),
    };
    known.set(key, permitted);
    return permitted;
  };
}

/** The list of one kind of record: by default with columns, filters and views from its fields and statuses. */
export function listOf<T extends RecordTypes>(screens: RecordScreens<T>): ListDefinition<ListRow> {
  const { record, calls, path, nameOf, picture, card, initialOrder, bulk, rowLinks } = screens;
  const { name, fields, sorts, statuses } = record.description;
  const all = fields.all as unknown as FieldsByName;
  const choicesOf = (field: string) => (field === "status" ? statuses : (all[field]?.choices ?? []));
  const toFilter = (filter: string | Filter): Filter =>
    typeof filter === "string" ? { kind: "choice", name: filter, codes: choicesOf(filter) } : filter;
  const toView = (view: string | View): View =>
    typeof view === "string" ? { id: view, filters: { status: [view] } } : view;
  const totalsOf = (answer: unknown) => {
    const { byStatus } = answer as { byStatus: Record<string, Total> };
    return statusTotals(byStatus, { leftOut: ["archived"] });
  };
  const definition = {
    name,
    path,
    nameOf,
    columns: columnsOf(screens),
    card,
    sorts,
    initialOrder,
    filters: screens.filters.map(toFilter),
    views: screens.views.map(toView),
    operation: calls.list,
    read: calls.get,
    create: calls.create,
    update: calls.update,
    exporting: calls.exportCsv,
    remove: calls.remove,
    ...(picture ? { picture: (row: T["row"], size: "small" | "large") => picture(row, size) } : {}),
    ...(calls.countByStatus ? { counts: { operation: calls.countByStatus, totalsOf } } : {}),
    ...(bulk ? { bulk: { ...bulk, refreshes: refreshesOf(calls) } } : {}),
    ...(rowLinks ? { rowLinks } : {}),
    Preview: rowPart("recordPreview", screens),
    RowEditor: rowPart("rowEditForm", screens),
    ...screens.list,
  };
  // `defineList` infers its types from an operation; here `ScreenOptions` has checked them against the record.
  return defineList(definition as never) as unknown as ListDefinition<ListRow>;
}

/** A part of a row, loaded when it is first drawn, with the messages of records. */
const rowPart = <T extends RecordTypes>(part: keyof RowParts, screens: RecordScreens<T>) =>
  lazy(async () => {
    const { loadRowParts } = await import("#web/records/loadRowParts.ts");
    return { default: (await loadRowParts())[part](screens) as ComponentType<RowEditorProps> };
  });
type RowParts = Awaited<ReturnType<typeof LoadRowParts>>;

type FieldsByName = Readonly<Record<string, Field<unknown> | undefined>>;

function columnsOf<T extends RecordTypes>({ record, columns, nameOf, badge }: RecordScreens<T>): Column<T["row"]>[] {
  type Row = T["row"];
  const { fields, sorts } = record.description;
  const all = fields.all as unknown as FieldsByName;
  const defaultCell = (id: string): Column<Row>["cell"] => {
    const valueOf = (row: Row) => (row as Readonly<Record<string, unknown>>)[id];
    if (id === "status" && badge) return badge;
    if (isInstant(id)) return (row, { language }) => formatDate(language, valueOf(row) as string);
    const kind = all[id]?.kind;
    if (kind === "text" || kind === "code") return (row) => <bdi>{plainText(valueOf(row) ?? "")}</bdi>;
    return (row, context) => cellText(all[id], id, valueOf(row), context);
  };
  return Object.entries(columns).map(([id, column], index): Column<Row> => {
    const kind = all[id]?.kind;
    return {
      ...(sorts.includes(id) ? { sort: id } : {}),
      ...(kind === "integer" || kind === "percent" ? { isFigure: true } : {}),
      ...(isInstant(id) ? { firstDirection: "desc" } : {}),
      ...(isTextKind(kind) && index > 0 ? { width: textWidth } : {}),
      cell: index === 0 ? (row, { language }) => <bdi>{nameOf(row, language)}</bdi> : defaultCell(id),
      ...(column as Partial<Column<Row>>),
      id,
    };
  });
}

const isTextKind = (kind: FieldKind | undefined) =>
  kind !== undefined && (["text", "country", "email", "url"] as readonly FieldKind[]).includes(kind);

const isInstant = (id: string) => id === "createdAt" || id === "updatedAt";
