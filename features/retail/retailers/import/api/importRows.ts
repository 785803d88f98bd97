import { and, inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { nameKey } from "#base/searchKey.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { importReach, type ImportReach, reachProblems } from "#api/importScope.ts";
import {
  type CellProblem,
  type CellRemark,
  type CheckedRow,
  type ImportRow,
  type ImportRun,
  problemOfIssue,
} from "#api/importer.ts";
import { type Chain, chainOfRow, locationName, placeKey } from "#features/retail/retailers/import/api/importChains.ts";
import {
  type KnownRecords,
  retailerColumns,
  type RetailerDraft,
} from "#features/retail/retailers/import/api/importColumns.ts";
import { type Holder, readHolders, uniqueKeys } from "#features/retail/retailers/import/api/importHolders.ts";
import { retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { typeKeys } from "#features/retail/retailers/import/api/typeKeys.ts";
import { type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import {
  retailerErrors,
  retailerFields,
  type RetailerInput,
  retailerLimits,
} from "#features/retail/retailers/record/fields.ts";
import { isFinal } from "#features/retail/retailers/record/contract.ts";
import { emptyLocation, locationErrors } from "#features/retail/retailers/locations/rules.ts";
import type { Span } from "#features/retail/retailers/hours/contract.ts";
import { LocationInput, locationLimits } from "#features/retail/retailers/locations/contract.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";

/**
 * A retailer as a row describes it. `before` is null if the row creates a new one, possibly with its first location.
 */
export type ImportedRetailer = {
  /** Null if the row adds a location to the retailer in `chain`. */
  readonly input: RetailerInput | null;
  readonly before: RetailerRecord | null;
  readonly location: LocationInput | null;
  readonly spans: readonly Span[];
  /** The retailer that the row adds a location to. A row with `input` creates it. */
  readonly chain: Pick<Chain, "id" | "name" | "known"> | null;
};

/** What would be written for a row, without the ids that each run creates for new chains. */
export const planOfRetailer = ({ input, before, location, spans, chain }: ImportedRetailer): unknown => [
  input,
  before && [before.id, before.version],
  location,
  spans,
  chain && (chain.known?.id ?? chain.name),
];

/** Checks rows in order: each against the contract, the existing retailers, and the rows before it. */
export async function checkRetailerRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedRetailer>[]> {
  const recordsByCode = await readByCode(ctx, rows);
  const types = await retailerTypesById(ctx);
  const chains = [...recordsByCode.values()].filter(
    ({ status, depth }) => !isFinal(status) && depth < retailerLimits.depthMax,
  );
  const known: KnownRecords = {
    typesByKey: typeKeys([...types.values()]),
    chainsByCode: new Map(chains.map(({ code, id }) => [code, id])),
  };
  const drafts = rows.map((row) => {
    const chain = chainOfRow(row, run);
    return chain ? locationDraft(row, chain, known) : draftOf(row, recordsByCode, known);
  });
  const holders = await readHolders(
    ctx,
    drafts.map(({ values }) => values),
  );
  const reach = await importReach(ctx, retailerRows, {
    update: retailers.update.permission,
    known: [...recordsByCode.values(), ...drafts.flatMap(({ chain }) => chain?.known ?? [])].map(({ id }) => id),
    added: drafts.flatMap(({ row, before, values: { retailer } }) => {
      // A branch is in the same scopes as its chain.
      const columns = { id: retailer.parentId, country_key: retailer.country ?? "" };
      return before === null ? [{ rowNumber: row.rowNumber, columns }] : [];
    }),
  });
  return drafts.map((draft) => {
    const context = { holders, run, reach };
    return draft.chain && (draft.chain.known || draft.chain.isMade)
      ? checkLocationRow(draft, draft.chain, context)
      : checkRetailerRow(ctx, draft, context);
  });
}

// ------------------------------------------------------------------------------------------------ drafts

type Draft = {
  readonly row: ImportRow;
  readonly before: RetailerRecord | null;
  readonly values: RetailerDraft;
  readonly problems: readonly CellProblem[];
  readonly notes: readonly CellRemark[];
  readonly chain: Chain | null;
};

const codePattern = /^RET-\d{6,}$/;

async function readByCode(ctx: Ctx, rows: readonly ImportRow[]): Promise<ReadonlyMap<string, RetailerRecord>> {
  const named = rows.flatMap(({ cells }) => [cells.code ?? "", cells.parent ?? ""]);
  const codes = [...new Set(named)].filter((code) => codePattern.test(code));
  if (codes.length === 0) return new Map();
  const found = await ctx.db
    .select()
    .from(table)
    .where(and(inArray(table.code, codes), retailerScope(ctx)));
  return new Map(found.map((retailer) => [retailer.code, retailer]));
}

/** The retailer that a row changes, or an empty one, with the values of the row's cells. */
function draftOf(row: ImportRow, recordsByCode: ReadonlyMap<string, RetailerRecord>, known: KnownRecords): Draft {
  const code = row.cells.code ?? "";
  const before = recordsByCode.get(code) ?? null;
  const values: RetailerDraft = {
    retailer: { ...(before ? retailerFields.valuesOf(before) : retailerFields.empty) },
    location: { ...firstLocation },
    hasPlace: false,
    houseNumber: "",
    spans: [],
  };
  const problems = [...row.faults];
  const notes: CellRemark[] = [];
  const isFaulty = (field: string) => problems.some((problem) => problem.field === field);
  if (code !== "" && before === null && !isFaulty("code"))
    problems.push({ field: "code", code: codePattern.test(code) ? "no_such_retailer" : "retailer_code" });
  for (const { field, read } of retailerColumns) {
    const text = row.cells[field];
    if (text === undefined) continue;
    const problem = read(text, values, (note) => void notes.push({ field, ...note }), known);
    if (problem && !isFaulty(field)) problems.push({ field, ...problem });
  }
  if (before === null && row.cells.type === undefined) problems.push({ field: "type", code: "required" });
  finish(values);
  if (before !== null && values.hasPlace) notes.push({ field: "code", code: "place_left_out" });
  return { row, before, values, problems, notes, chain: null };
}

/** A row of a chain: the chain as a new retailer, in case this row creates it, and the row as its location. */
function locationDraft(row: ImportRow, chain: Chain, known: KnownRecords): Draft {
  const { code: _, chainName: __, tradingName = "", ...cells } = row.cells;
  const draft = draftOf({ ...row, cells: { ...cells, tradingName: chain.name } }, new Map(), known);
  const { retailer, location } = draft.values;
  // Values of a single location are not the chain's.
  const own = { website: null, social: {}, gln: null, registrationNo: null, registrationCountry: null, parentId: null };
  Object.assign(retailer, own);
  if (tradingName !== "" && nameKey(tradingName) !== nameKey(chain.name)) retailer.tradingNameI18n = {};
  Object.assign(location, {
    name: locationName(chain, tradingName, location as LocationInput),
    // The first location of a chain is the primary one.
    isPrimary: chain.places.size === 0,
    // Locations of one chain may be in several countries.
    ...(row.cells.country ? { country: retailer.country, timezone: retailer.timezone } : {}),
  });
  draft.values.hasPlace = true;
  return { ...draft, row, chain, problems: chain.problem ? [chain.problem, ...draft.problems] : draft.problems };
}

const firstLocation: LocationInput = { ...emptyLocation, isPrimary: true };

/** Fills in what depends on several cells: the house number of an address, and the zone of a country with only one. */
function finish({ retailer, location, houseNumber }: RetailerDraft) {
  location.name = retailer.tradingName;
  if (houseNumber !== "") location.addressLine1 = [houseNumber, location.addressLine1].filter(Boolean).join(" ");
  if (retailer.timezone === null) retailer.timezone = onlyZoneOf(retailer.country);
}

const zonesByCountry = new Map<unknown, string | null>();

/** The only time zone of a country; null if it has several and the user must choose. */
function onlyZoneOf(country: unknown): string | null {
  if (typeof country !== "string" || !/^[A-Z]{2}$/.test(country)) return null;
  const known = zonesByCountry.get(country);
  if (known !== undefined) return known;
  // It was a property when it was first shipped, and is a method now (ECMA-402, Intl Locale Info).
  const locale = new Intl.Locale(`und-${country}`) as {
    timeZones?: string[];
    getTimeZones?: () => string[] | undefined;
  };
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const only = zones.length === 1 ? zones[0]! : null;
  zonesByCountry.set(country, only);
  return only;
}

// ------------------------------------------------------------------------------------------------ checks

type RowContext = {
  readonly holders: ReadonlyMap<string, Holder>;
  readonly run: ImportRun;
  readonly reach: ImportReach;
};

/** A row that adds a location to an existing retailer, or to one that an earlier row creates. */
function checkLocationRow(draft: Draft, chain: Chain, { run, reach }: RowContext): CheckedRow<ImportedRetailer> {
  const { row, values, notes } = draft;
  const { rowNumber } = row;
  const placeFields = new Set(["", "country", "timezone", "tradingName"]);
  const isOfPlace = ({ field }: CellProblem) => fillsOf(field).startsWith("location.") || placeFields.has(field);
  const location = { ...values.location, isPrimary: chain.places.size === 0 };
  const place = z.safeParse(LocationInput, location);
  const reported = draft.problems.filter((problem) => isOfPlace(problem) || problem === chain.problem);
  const found = place.success ? locationErrors(place.data) : place.error.issues.map(problemOfIssue);
  const problems = [...reported, ...locationProblems(row, found, reported)];
  const key = placeKey(values.location as LocationInput);
  const claimedBy = run.claims.get(`shop:${chain.id}:${key}`);
  if (claimedBy !== undefined) problems.push({ field: "tradingName", code: "same_as_row", params: { row: claimedBy } });
  const isKnown = claimedBy === undefined && chain.places.has(key);
  if (!isKnown && chain.places.size >= locationLimits.perRetailerMax) {
    problems.push({
      field: "chainName",
      code: "too_many_locations",
      params: { maximum: locationLimits.perRetailerMax },
    });
  }
  if (!isKnown && chain.known && !reach.mayUpdate(chain.known.id))
    problems.push({ field: "chainName", code: "update_not_permitted" });
  if (!place.success || problems.length > 0) return { rowNumber, outcome: "bad", problems };
  run.claims.set(`shop:${chain.id}:${key}`, rowNumber);
  chain.places.add(key);
  const imported = { input: null, before: null, location: place.data, spans: values.spans, chain };
  if (isKnown) return { rowNumber, outcome: "unchanged", values: imported, notes };
  if (chain.known === null) return { rowNumber, outcome: "new", values: imported, notes };
  const changes = { location: { before: null, after: place.data.name } };
  return { rowNumber, outcome: "update", values: imported, notes, update: { record: chain.known.code, changes } };
}

/** Fields of both the retailer and the location that share one column of the file. */
const fieldsOfBoth: Readonly<Record<string, string>> = {
  name: "tradingName",
  country: "country",
  timezone: "timezone",
};

function locationProblems(
  row: ImportRow,
  found: readonly { readonly path: string; readonly code: string; readonly params?: object | undefined }[],
  reported: readonly CellProblem[],
): CellProblem[] {
  const filled = new Set(reported.map(({ field }) => fillsOf(field)));
  return found.flatMap(({ path, code, params }) => {
    const fills = fieldsOfBoth[path] ?? `location.${path}`;
    if (filled.has(fills)) return [];
    filled.add(fills);
    const field = retailerColumns.find((column) => column.fills === fills && row.cells[column.field])?.field;
    return [{ field: field ?? fieldFor(fills), code, params: (params ?? {}) as Record<string, string | number> }];
  });
}

function checkRetailerRow(ctx: Ctx, draft: Draft, { holders, run, reach }: RowContext): CheckedRow<ImportedRetailer> {
  const { row, before, values, notes, chain } = draft;
  const { rowNumber } = row;
  const parsed = z.safeParse(retailerFields.schema, values.retailer);
  const place = values.hasPlace && before === null ? z.safeParse(LocationInput, values.location) : null;
  const problems = [...draft.problems, ...contractProblems(draft, parsed, place), ...collisions(draft, holders, run)];
  const isRequested = parsed.success && (before !== null || reach.isLimited);
  const changes = isRequested ? changesBetween(before ?? retailerFields.absent, parsed.data) : {};
  const isChanged = before !== null && Object.keys(changes).length > 0;
  const requested = { rowNumber, key: row.cells.code === undefined ? "tradingName" : "code", before, changes };
  if (parsed.success) problems.push(...reachProblems(ctx, retailerRows, reach, requested, fieldFor));
  if (isChanged && isFinal(before.status)) problems.push({ field: "code", code: "retailer_closed" });
  if (!parsed.success || (place && !place.success) || problems.length > 0)
    return { rowNumber, outcome: "bad", problems };
  claim(draft, run);
  const outcome = before === null ? "new" : isChanged ? "update" : "unchanged";
  if (chain) startChain(chain, values, run, rowNumber);
  const location = { location: place?.data ?? null, spans: place ? values.spans : [] };
  const update = isChanged ? { record: before.code, changes: changesBetween(before, parsed.data) } : undefined;
  const imported = { input: parsed.data, before, ...location, chain };
  return { rowNumber, outcome, values: imported, notes, ...(update ? { update } : {}) };
}

/** Later rows add their locations to the chain that this row creates. */
function startChain(chain: Chain, { location }: RetailerDraft, run: ImportRun, rowNumber: number): void {
  const key = placeKey(location as LocationInput);
  chain.isMade = true;
  chain.places.add(key);
  run.claims.set(`shop:${chain.id}:${key}`, rowNumber);
}

type ParsedRow<Output> = z.core.util.SafeParseResult<Output>;

function contractProblems(
  { row, before, problems }: Draft,
  parsed: ParsedRow<RetailerInput>,
  place: ParsedRow<LocationInput> | null,
): CellProblem[] {
  const found = [
    ...(parsed.success ? retailerErrors(parsed.data, before?.status) : parsed.error.issues.map(problemOfIssue)),
    ...(place === null
      ? []
      : (place.success ? locationErrors(place.data) : place.error.issues.map(problemOfIssue)).map((problem) => ({
          ...problem,
          path: `location.${problem.path}`,
        }))),
  ];
  // An unreadable cell is reported once; the contract's error would be about an empty field. The name of a location is
  // the retailer's, whose error is reported already.
  const reported = new Set(["location.name", ...problems.map(({ field }) => fillsOf(field))]);
  return found.flatMap(({ path, code, params }) => {
    const filled = path.startsWith("location.") ? path : (path.split(".")[0] ?? "");
    if (reported.has(filled)) return [];
    reported.add(filled);
    const field = retailerColumns.find((column) => column.fills === filled && row.cells[column.field])?.field;
    return [{ field: field ?? fieldFor(filled), code, params: (params ?? {}) as Record<string, string | number> }];
  });
}

const fillsOf = (field: string) => retailerColumns.find((column) => column.field === field)?.fills ?? field;
const fieldFor = (filled: string) => retailerColumns.find(({ fills }) => fills === filled)?.field ?? "code";

function collisions(
  { row, before, values }: Draft,
  holders: ReadonlyMap<string, Holder>,
  run: ImportRun,
): CellProblem[] {
  const claimed = before && run.claims.get(`code:${before.code}`);
  const own = claimed ? [{ field: "code", code: "same_as_row", params: { row: claimed } }] : [];
  return [
    ...own,
    ...uniqueKeys(values).flatMap(({ field, key }): CellProblem[] => {
      const claimedBy = run.claims.get(key);
      if (claimedBy !== undefined) return [{ field, code: "same_as_row", params: { row: claimedBy } }];
      const holder = holders.get(key);
      if (!holder || holder.id === before?.id || run.released.has(key)) return [];
      const code = field === "tradingName" ? "same_place" : "number_taken";
      const at = row.cells[field] === undefined ? "code" : field;
      if (!holder.isSeen) return [{ field: at, code: "taken_unseen" }];
      return [{ field: at, code, params: { code: holder.code } }];
    }),
  ];
}

/** Only a valid row claims a number or a location, so a second row can use what an invalid first one names. */
function claim({ row, before, values }: Draft, { claims, released }: ImportRun): void {
  if (before) claims.set(`code:${before.code}`, row.rowNumber);
  for (const { key } of uniqueKeys(values)) claims.set(key, row.rowNumber);
  if (before === null) return;
  const held = uniqueKeys({ retailer: retailerFields.valuesOf(before), location: firstLocation });
  for (const { key } of held) if (claims.get(key) !== row.rowNumber) released.add(key);
}
