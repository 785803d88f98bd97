import { formatGrant, parseGrant, type RowLimit } from "#base/grants.ts";
import type { Grantable, RoleInput } from "#features/access/roles/contract.ts";
import {
  byAction,
  byResource,
  groupOf,
  type ResourceGroup,
  resourceGroups,
} from "#features/access/permissions/rules.ts";

/** A role of which only the title is missing. */
export const emptyRole: RoleInput = {
  title: "",
  titleI18n: {},
  description: "",
  userCategoryId: null,
  needsSecondFactor: false,
  grants: [],
};

/** How far a role reaches, by resource and action: as the matrix shows it and a form keeps it. What it lacks is left out. */
export type Grid = { readonly [resource: string]: { readonly [action: string]: readonly RowLimit[] } };

export function gridOf(grants: readonly string[]): Grid {
  const grid: Record<string, Record<string, RowLimit[]>> = {};
  for (const text of grants) {
    const { permission, limit } = parseGrant(text) ?? { permission: "", limit: "all" };
    const [resource = "", action = ""] = permission.split(".");
    const row = (grid[resource] ??= {});
    row[action] = [...(row[action] ?? []), limit].sort();
  }
  return grid;
}

/** The grants of a grid in one order, so that equal grids make equal lists. */
export const grantsOf = (grid: Grid): string[] =>
  Object.entries(grid)
    .flatMap(([resource, row]) =>
      Object.entries(row).flatMap(([action, limits]) =>
        limits.map((limit) => formatGrant({ permission: `${resource}.${action}`, limit })),
      ),
    )
    .sort();

type Place = Pick<Grantable, "resource" | "action">;
const none: readonly RowLimit[] = [];

export const limitsAt = (grid: Grid, { resource, action }: Place): readonly RowLimit[] =>
  grid[resource]?.[action] ?? none;

/** The grid with one cell set. An emptied row is no row. */
export function withLimits(grid: Grid, { resource, action }: Place, limits: readonly RowLimit[]): Grid {
  const { [resource]: row = {}, ...others } = grid;
  const { [action]: _, ...rest } = row;
  const next = limits.length === 0 ? rest : { ...rest, [action]: limits };
  return Object.keys(next).length === 0 ? others : { ...others, [resource]: next };
}

/** What a cell can be set to: nothing, every limit that the resource tells apart, and both narrow ones together. */
export const choicesOf = ({ limits }: Pick<Grantable, "limits">): readonly (readonly RowLimit[])[] => [
  [],
  ...limits.map((limit) => [limit]),
  ...(limits.includes("scope") && limits.includes("own") ? [["own", "scope"] as const] : []),
];

/** What the space bar sets a cell to: the choice after this one, of those that the person may give. */
export function nextLimits(cell: Pick<Grantable, "limits" | "held">, current: readonly RowLimit[]) {
  const choices = choicesOf(cell).filter((limits) => isHeld(cell, limits));
  const at = choices.findIndex((limits) => limits.join() === current.join());
  return choices[(at + 1) % choices.length] ?? none;
}

/** Whether a user who holds `held` may give this on. */
export const isHeld = ({ held }: Pick<Grantable, "held">, limits: readonly RowLimit[]): boolean =>
  held.includes("all") || limits.every((limit) => held.includes(limit));

/** The matrix: resources by area, and for each action a column. */
export type Matrix = {
  readonly columns: readonly { readonly action: string; readonly isDangerous: boolean }[];
  readonly groups: readonly { readonly group: ResourceGroup; readonly rows: readonly MatrixRow[] }[];
};
export type MatrixRow = { readonly resource: string; readonly cells: ReadonlyMap<string, Grantable> };

export function matrixOf(permissions: readonly Grantable[]): Matrix {
  const resources = [...new Set(permissions.map(({ resource }) => resource))].sort(byResource);
  const actions = [...new Set(permissions.map(({ action }) => action))].sort(byAction);
  const rows = resources.map((resource): MatrixRow => {
    const cells = permissions.filter((cell) => cell.resource === resource).sort((a, b) => byAction(a.action, b.action));
    return { resource, cells: new Map(cells.map((cell) => [cell.action, cell])) };
  });
  return {
    columns: actions.map((action) => ({
      action,
      // Not for one that is: what gives rights away would make a danger of every update.
      isDangerous: permissions.every((cell) => cell.action !== action || cell.isDangerous),
    })),
    groups: resourceGroups
      .map((group) => ({ group, rows: rows.filter(({ resource }) => groupOf(resource) === group) }))
      .filter((part) => part.rows.length > 0),
  };
}

/** Actions with a column of their own; a matrix shows all others as chips in one column. */
const mainActions: ReadonlySet<string> = new Set(["read", "create", "update", "export", "import"]);

/** The columns of a matrix: the main actions each, and the others together. */
export function splitColumns({ columns }: Pick<Matrix, "columns">) {
  return {
    main: columns.filter(({ action }) => mainActions.has(action)),
    others: columns.filter(({ action }) => !mainActions.has(action)),
  };
}

/** `2` roles differ where they reach differently. */
export const isSameReach = (one: readonly RowLimit[], other: readonly RowLimit[]) => one.join() === other.join();

// What Mizan's own roles are for, which nobody can edit. In English it stands with them, in the database.
const aboutInArabic: Readonly<Record<string, string>> = {
  admin: "كل شيء، الآن ولاحقًا.",
  staff: "يرى كل السجلات ويحرر الكتالوج، دون المستخدمين والأدوار والدفعات.",
  user: "يرى السجلات الواقعة ضمن نطاقاته.",
  onlyGuest: "لا شيء بعد.",
  brand_manager: "يعتني بالعلامات التجارية الواقعة ضمن نطاقاته.",
  retailer_manager: "يعتني بالمتاجر الواقعة ضمن نطاقاته وبفروعها.",
  halal_reviewer: "يوثّق الشهادات ويعلّقها ويسحبها.",
  finance: "يرى المحفظة ويُعدّ الدفعات ويصرفها.",
  campaign_approver: "يعتمد الرموز الترويجية ويوقفها.",
  support: "يساعد المستهلكين دون أن يرى هويتهم.",
  auditor: "يطّلع على جميع السجلات وسجل التدقيق ويصدّرها، دون حسابات المستخدمين، ولا يغيّر شيئًا.",
};

/** What a role is for, in a language as far as it is known: what people wrote is as they wrote it. */
export const roleDescription = (
  { code, isSystem, description }: { code: string; isSystem: boolean; description: string },
  language: string,
): string => (language === "ar" && isSystem ? (aboutInArabic[code] ?? description) : description);
