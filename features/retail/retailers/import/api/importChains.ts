import { and, inArray, notInArray, or } from "drizzle-orm";
import { nameKey, sortKey } from "#base/searchKey.ts";
import { newId } from "#api/newId.ts";
import type { Ctx } from "#api/context.ts";
import type { CellProblem, ImportChoice, ImportRow, ImportRun } from "#api/importer.ts";
import { isAnyOf } from "#api/list.ts";
import { retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { locationsTable, type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { LocationInput } from "#features/retail/retailers/locations/contract.ts";

// A file of shops may name their chain (`brand` in OpenStreetMap). The user chooses whether each row is a separate
// retailer, or a location of the retailer that the chain is.

export const chainChoice: ImportChoice = {
  name: "chains",
  title: { en: "Rows of one chain", ar: "صفوف السلسلة الواحدة" },
  hint: {
    en: "As locations, rows with the same chain name go to one retailer, and rows with a code to that retailer.",
    ar: "عند اختيار المواقع، تُضاف الصفوف التي لها اسم سلسلة واحد إلى متجر واحد، والصفوف التي لها رمز إلى متجره.",
  },
  answers: [
    { value: "separate", title: { en: "Create a retailer for each row", ar: "إنشاء متجر لكل صف" } },
    { value: "locations", title: { en: "Add them as locations of one retailer", ar: "إضافتها مواقع لمتجر واحد" } },
  ],
};

/** The retailer that the rows of one chain belong to. */
export type Chain = {
  readonly name: string;
  /** A new id if the retailer does not exist yet. */
  readonly id: string;
  readonly known: RetailerRecord | null;
  /** Why its rows can't be imported. */
  readonly problem: CellProblem | null;
  /** The `placeKey` of each location: existing ones, and those that earlier rows add. */
  readonly places: Set<string>;
  /** A valid row of the file creates the retailer. */
  isMade: boolean;
};

/** Cells that name the retailer. */
export const chainFields = ["chainName", "code"] as const;
const chainsByRun = new WeakMap<ImportRun, ReadonlyMap<string, Chain>>();
const batchSize = 1000;

/** Looks up the chains of a whole file before any of its rows is checked or written. */
export async function prepareChains(
  ctx: Ctx,
  rows: AsyncIterable<readonly ImportRow[]>,
  run: ImportRun,
): Promise<void> {
  const chains = new Map<string, Chain>();
  chainsByRun.set(run, chains);
  if (run.choices.chains !== "locations") return;
  const names = new Map<string, string>();
  const codes = new Set<string>();
  for await (const batch of rows) {
    for (const { cells } of batch) {
      if (cells.code) codes.add(cells.code);
      else if (cells.chainName && nameKey(cells.chainName) !== "") names.set(nameKey(cells.chainName), cells.chainName);
    }
  }
  const found = await readRetailers(ctx, [...names.values()], [...codes]);
  const placesById = await readPlaces(ctx, found);
  const chainOf = (name: string, known: RetailerRecord | null, problem: CellProblem | null): Chain => {
    const places = new Set(known ? placesById.get(known.id) : []);
    return { name, id: known?.id ?? newId(ctx), known, problem, places, isMade: false };
  };
  for (const code of codes) {
    const known = found.find((retailer) => retailer.code === code);
    if (known) chains.set(`code:${code}`, chainOf(known.tradingName, known, null));
  }
  for (const [key, name] of names) {
    const known = found.filter(({ tradingName }) => nameKey(tradingName) === key);
    chains.set(`name:${key}`, chainOf(name, known[0] ?? null, severalProblem(known)));
  }
  // A chain that rows name both by name and by code is the same one, with the same locations.
  for (const [key, chain] of chains) {
    const same = chain.known && chains.get(`code:${chain.known.code}`);
    if (same && key.startsWith("name:") && chain.problem === null) chains.set(key, same);
  }
}

function severalProblem(known: readonly RetailerRecord[]): CellProblem | null {
  if (known.length < 2) return null;
  const codes = known.slice(0, 3).map(({ code }) => code);
  return { field: "chainName", code: "several_chains", params: { codes: codes.join(", ") } };
}

/** The chain of a row, or null if the row is a separate retailer. */
export function chainOfRow({ cells }: ImportRow, run: ImportRun): Chain | null {
  const chains = chainsByRun.get(run);
  if (!chains) throw new Error("the chains of a file must be looked up before its rows are checked");
  if (cells.code) return chains.get(`code:${cells.code}`) ?? null;
  // A row without a chain name belongs to a chain of this file if it has the same name.
  return chains.get(`name:${nameKey(cells.chainName || (cells.tradingName ?? ""))}`) ?? null;
}

async function readRetailers(ctx: Ctx, names: readonly string[], codes: readonly string[]): Promise<RetailerRecord[]> {
  const found: RetailerRecord[] = [];
  for (let start = 0; start < Math.max(names.length, codes.length); start += batchSize) {
    const [someNames, someCodes] = [names, codes].map((each) => each.slice(start, start + batchSize)) as [
      string[],
      string[],
    ];
    const isMeant = [
      ...(someNames.length > 0 ? [isAnyOf(table.sortKey, [...new Set(someNames.map((name) => sortKey(name)))])] : []),
      ...(someCodes.length > 0 ? [inArray(table.code, someCodes)] : []),
    ];
    const isOpen = notInArray(table.status, ["rejected", "closed"]);
    found.push(
      ...(await ctx.db
        .select()
        .from(table)
        .where(and(isOpen, retailerScope(ctx), or(...isMeant)))),
    );
  }
  return [...new Map(found.map((retailer) => [retailer.id, retailer])).values()];
}

async function readPlaces(ctx: Ctx, retailers: readonly RetailerRecord[]): Promise<ReadonlyMap<string, string[]>> {
  const ids = retailers.map(({ id }) => id);
  const { retailerId, name, addressLine1, city, latitude, longitude } = locationsTable;
  const found = await ctx.db
    .select({ retailerId, name, addressLine1, city, latitude, longitude })
    .from(locationsTable)
    .where(isAnyOf(retailerId, ids));
  const placesById = new Map<string, string[]>();
  for (const place of found) {
    placesById.set(place.retailerId, [...(placesById.get(place.retailerId) ?? []), placeKey(place)]);
  }
  return placesById;
}

type Place = Pick<LocationInput, "name" | "addressLine1" | "city" | "latitude" | "longitude">;

/** About 100 metres of latitude. Locations of one retailer in the same square of this size count as one. */
const samePlaceDegrees = 0.001;

export function placeKey({ name, addressLine1, city, latitude, longitude }: Place): string {
  if (typeof latitude !== "number" || typeof longitude !== "number") {
    return [name, addressLine1 ?? "", city ?? ""].map(nameKey).join("\n");
  }
  return [latitude, longitude].map((degrees) => Math.round(degrees / samePlaceDegrees)).join(" ");
}

/**
 * The name of a location: the name in its row, or else the name of the chain with the street or city to distinguish it.
 */
export function locationName(chain: Chain, shopName: string, { addressLine1, city }: Partial<LocationInput>): string {
  if (shopName !== "" && nameKey(shopName) !== nameKey(chain.name)) return shopName;
  return [chain.name, addressLine1 ?? city].filter(Boolean).join(", ");
}
