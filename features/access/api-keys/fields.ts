import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import type { FieldError } from "#base/refusal.ts";

/** The client that uses the key: a retailer's till, another company's system, the consumer app. */
export const keyKinds = ["till", "partner", "app"] as const;

const callsPerMinute = { min: 1, initial: 60, max: 60_000 } as const;
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

/** The scopes of a key. A retailer includes its branches. */
export const keyScopeKinds = ["brand", "retailer", "country"] as const;
const KeyScope = z.union([
  z.strictObject({ kind: z.enum(["brand", "retailer"]), target: schemas.id() }),
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
  { errorsOf: (key, _status, before) => keyErrors(key, before) },
);
export interface KeyInput extends ValuesOf<typeof keyFields> {}

type KeyRights = Pick<KeyInput, "kind" | "grants" | "scopes">;

/**
 * Checks the parts of a key against each other, in the form and in the API. A point of sale has one retailer and nothing
 * else: with a country or a brand it would reach the rows of other retailers. Older keys of points of sale stay as they
 * are until their use or their scopes change.
 */
export function keyErrors(key: KeyRights, before: KeyRights | null = null): FieldError[] {
  const { kind, scopes } = key;
  const isOld = before?.kind === kind && isSameScopes(before.scopes, scopes);
  if (kind === "till" && !isOld && !(scopes.length === 1 && scopes[0]!.kind === "retailer"))
    return [
      {
        path: "scopes",
        code: "till_retailer",
        message: "Choose exactly one retailer for a point of sale, and no other scope.",
      },
    ];
  if (scopes.length === 0 && key.grants.some(({ limit }) => limit === "scope"))
    return [
      {
        path: "scopes",
        code: "scope_missing",
        message: "Choose at least one country, brand or retailer for “in its scopes”.",
      },
    ];
  return [];
}

const isSameScopes = (some: readonly KeyScope[], others: readonly KeyScope[]) =>
  some.length === others.length &&
  some.every(({ kind, target }, place) => kind === others[place]!.kind && target === others[place]!.target);
