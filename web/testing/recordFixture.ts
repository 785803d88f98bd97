import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { recordOperations } from "#base/records/operations.ts";
import { recordScreens } from "#web/records/recordScreens.ts";

// A kind of record with one field of each kind, and its message keys.

type Keys =
  | "code"
  | "name"
  | "nameI18n"
  | "note"
  | "source"
  | "kind"
  | "side"
  | "position"
  | "rentBps"
  | "isOpen"
  | "isRented"
  | "status"
  | "updatedAt";
declare module "#web/messageKeys.ts" {
  interface MessageTables {
    stalls: Readonly<Record<"title" | "new" | "things" | "searchLabel" | "created", string>> & {
      readonly empty: Readonly<Record<"title" | "text", string>>;
      readonly views: Readonly<Record<"all" | "active" | "archived", string>>;
      readonly tabs: Readonly<Record<"details" | "history", string>>;
      readonly kind: Readonly<Record<"dry" | "cold", string>>;
      readonly side: Readonly<Record<"left" | "right", string>>;
      readonly sections: Readonly<Record<"identity", string>>;
      readonly filters: Readonly<Record<Keys, string>>;
      readonly fields: Readonly<Record<Keys, string>>;
      readonly columns: Readonly<Record<Keys, string>>;
    };
  }
}

const stallFields = fields({
  code: field.code(/^[A-Z]\d$/, { error: "stall_code" }),
  name: field.text({ required: true, max: 40 }),
  nameI18n: field.translations("name", { max: 40 }),
  note: field.text({ max: 200, isLong: true }),
  source: field.url(),
  kind: field.choice(["dry", "cold"], { initial: "dry" }),
  side: field.choice(["left", "right"]),
  position: field.integer({ max: 9 }),
  rentBps: field.percent({ initial: 0 }),
  isOpen: field.flag({ initial: true }),
  isRented: field.flag(),
});
interface StallInput extends ValuesOf<typeof stallFields> {}
const description = describeRecord({
  name: "stalls",
  path: "/api/v1/stalls",
  fields: stallFields,
  statuses: ["active", "archived"],
  rowOmits: ["note"],
  sorts: ["name", "updatedAt"],
  filters: ["kind"],
  exportColumns: ["code", "name", "kind", "rentBps", "position", "isRented", "status", "updatedAt"],
});
export interface Stall extends RecordOf<typeof description> {}
interface StallTypes extends TypesOf<typeof description, StallInput, Stall> {}
export const stallRecord = recordOperations<StallTypes>(description);

const summary = "Stalls";
export const stalls = {
  list: stallRecord.list({ summary }),
  countByStatus: stallRecord.countByStatus({ summary }),
  exportCsv: stallRecord.exportCsv({ summary }),
  get: stallRecord.get({ summary }),
  activity: stallRecord.activity({ summary }),
  create: stallRecord.create({ summary }),
  update: stallRecord.updateWithApproval({ summary }),
  previewUpdate: stallRecord.previewUpdate({ summary }),
};

export const stallScreens = recordScreens(stallRecord, stalls, {
  path: "/apps/stalls",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  form: () => Promise.reject(new Error("not shown here")),
  impactFields: ["rentBps"],
  copied: () => ({ code: "" }),
  columns: { name: {}, code: { isQuiet: true }, kind: {}, rentBps: {}, status: {}, updatedAt: {} },
  card: { facts: ({ code }) => [code] },
  filters: ["status", "kind"],
  views: ["active", "archived"],
  initialOrder: { sort: "name", direction: "asc" },
});

export const stall: Stall = {
  ...stallFields.empty,
  id: "0190a000-0000-7000-8000-000000000001",
  code: "A1",
  name: "Dates",
  nameI18n: { ar: "تمور" },
  rentBps: 250,
  status: "active",
  version: 3,
  createdAt: "2026-11-20T09:00:00.000Z",
  createdBy: null,
  updatedAt: "2026-11-20T09:00:00.000Z",
  updatedBy: null,
};
