import * as z from "zod/mini";
import { columnsUnder, shownColumns } from "#web/list/columnChoice.ts";
import { type CellContext, grammarOf, type ListDefinition } from "#web/list/defineList.ts";
import { codeText } from "#web/list/filterText.ts";
import { orderInput, type ListState, narrowingOf } from "#web/list/listUrl.ts";
import type { ExportTexts } from "#web/list/useExportFile.ts";
import type { ListPreferences } from "#web/list/preferences.ts";

type Exported = {
  readonly list: ListDefinition<never>;
  readonly state: ListState;
  readonly preferences: ListPreferences;
  readonly context: CellContext;
  /** Null: all that the filters let through. */
  readonly ids: readonly string[] | null;
};

/** What an export asks the server for, and how its file is presented. Loaded with the first export. */
export function exportRequest({ list, state, preferences: { columns }, context, ids }: Exported) {
  const grammar = grammarOf(list);
  const filters = ids === null ? state.filters : {};
  const input = {
    ...(ids === null ? narrowingOf(state, grammar) : { ids }),
    ...orderInput({ order: state.order, filters }, grammar),
  };
  const shown = shownColumns(columnsUnder(list.columns, filters), columns);
  const visible = shown.map(({ id, exportedAs = id }) => exportedAs);
  const texts = textsOf(list, context);
  const names = texts.translated && !visible.includes(texts.translated.column) ? [texts.translated.column] : [];
  return { request: { ...input, columns: [...visible, ...names] }, texts };
}

/** Columns of codes that the product sets and no import reads. The others stay as the import expects them. */
const wordColumns = new Set<string>(["status", "state", "halal", "runState"]);

function textsOf({ filters, columns, sorts, exporting }: ListDefinition<never>, context: CellContext): ExportTexts {
  const choices = filters.flatMap((filter) =>
    filter.kind === "choice" && wordColumns.has(filter.name) ? [filter] : [],
  );
  const texts = choices.map((filter) => [
    filter.name,
    Object.fromEntries(filter.codes.map((code) => [code, codeText(filter, code, context)])),
  ]);
  // The first column has the name, and on an English screen it is the original one.
  const name = columns[0].id;
  const column = `${name}I18n`;
  const hasTranslations =
    context.language !== "en" && z.safeParse(exporting!.input, { sort: sorts[0], columns: [column] }).success;
  return {
    texts: Object.fromEntries(texts),
    translated: hasTranslations ? { column, name, language: context.language } : null,
  };
}
