import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import type { FieldError } from "#base/refusal.ts";

/** The client that uses the key: a retailer's till, another company's system, the consumer app. */
export const keyKinds = ["till", "partner", "app"] as const;

const callsPerMinute = { min: 1, initial: 60, max: 6000 } as const;
const grantsMax = 200;
const scopesMax = 100;

/** One permission, and whether it applies to all rows or to those inside the key's scopes. */
const KeyGrant = z.strictObject({
  permission: z.string().check(z.regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/, { error: "permission_unknown" })),
  limit: z.enum(["all", "scope"]),
});
export type KeyGrant = z.output<typeof KeyGrant>;

const grants = z.array(KeyGrant).check(
  z.minLength(1, { error: "grants_missing" }),
  z.maxLength(grantsMax),
  z.refine((all) => new Set(all.map(({ permission }) => permission)).size === all.length, "twice"),
);

/** The scopes of a key. Retailers are added with their area. */
export const keyScopeKinds = ["brand", "country"] as const;
const KeyScope = z.union([
  z.strictObject({ kind: z.literal("brand"), target: schemas.id() }),
  z.strictObject({ kind: z.literal("country"), target: schemas.countryCode() }),
]);
export type KeyScope = z.output<typeof KeyScope>;

/** Responses declare only the types. */
const grantsAnswer = z.array(z.object({ permission: z.string(), limit: z.enum(["all", "scope"]) }));
const scopesAnswer = z.array(z.object({ kind: z.enum(keyScopeKinds), target: z.string() }));

/** The fields of the form. */
export const keyFields = fields(
  {
    title: field.text({ required: true, max: 80 }),
    kind: field.choice(keyKinds, { initial: "till" }),
    grants: field.custom(grants, [], { answer: grantsAnswer }),
    scopes: field.custom<KeyScope[]>(z.array(KeyScope).check(z.maxLength(scopesMax)), [], {
      answer: scopesAnswer,
    }),
    callsPerMinute: field.integer(callsPerMinute),
    /** In UTC; the key works until the end of this day. At most two years from now. */
    lastDay: field.custom<string>(schemas.date(), "", { answer: z.string() }),
  },
  { errorsOf: keyErrors },
);
export interface KeyInput extends ValuesOf<typeof keyFields> {}

/** Grants inside scopes need a scope; the API and the form both check the changed key. */
export function keyErrors(key: {
  readonly grants: readonly KeyGrant[];
  readonly scopes: readonly KeyScope[];
}): FieldError[] {
  const isLost = key.scopes.length === 0 && key.grants.some(({ limit }) => limit === "scope");
  return isLost
    ? [{ path: "scopes", code: "scope_missing", message: "Choose at least one country or brand for “in its scopes”." }]
    : [];
}
