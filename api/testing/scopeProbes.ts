import type { Operation } from "#base/contract.ts";
import { newId } from "#api/testing/testApi.ts";
import { propertiesOf, sampleInput } from "#api/testing/sampleInput.ts";

/** What a user knows about a record outside their scope, and tries to use. */
export type Probe = {
  readonly id: string;
  readonly version: number;
  /** Texts to type, by field name: `name`, `gtin`, `search`. */
  readonly texts: Readonly<Record<string, string>>;
  /** Texts to search by. Only for reads: what users write into their own records is theirs. */
  readonly searches: Readonly<Record<string, string>>;
  /** The record is of another area than the operation, so a new record gets its own id. */
  readonly isOfOtherArea?: boolean;
  /** One of the user's own records, to which others are linked. */
  readonly own?: { readonly id: string; readonly version: number };
};

/**
 * Inputs that name a record in every possible way: as the subject, as each record that the operation refers to, by
 * unique values, and by search texts. Empty if no sample input can be built.
 */
export function probesOf(operation: Operation, probe: Probe): Record<string, unknown>[] {
  const about = sampleOrNull(operation, probe);
  const under = probe.own ? sampleOrNull(operation, probe.own) : null;
  const fields = Object.entries(propertiesOf(operation)).filter(([name]) => name !== "version");
  const isRead = operation.method === "GET" || operation.path.endsWith("/preview");
  const texts = isRead ? { ...probe.texts, ...probe.searches } : probe.texts;
  const valueOf = (name: string, schema: Shape) => texts[name] ?? referenceIn(schema, probe.id);
  const reported = (base: Record<string, unknown>) =>
    fields.flatMap(([name, schema]) => {
      const value = valueOf(name, schema);
      return value === undefined || base[name] === value ? [] : [{ ...base, [name]: value }];
    });
  const inputs = [...(about ? [about, ...reported(about)] : []), ...(under ? [under, ...reported(under)] : [])];
  const isMade = operation.method === "POST" && !operation.path.includes("{") && probe.isOfOtherArea;
  return isMade ? inputs.map((input) => ("id" in input ? { ...input, id: newId() } : input)) : inputs;
}

function sampleOrNull(operation: Operation, meant: { id: string; version: number }): Record<string, unknown> | null {
  try {
    return sampleInput(operation, meant);
  } catch {
    return null;
  }
}

type Shape = ReturnType<typeof propertiesOf>[string];

/** The id in the shape that a field uses to refer to records; undefined for any other field. */
function referenceIn({ format, items, anyOf = [], oneOf = [], properties }: Shape, id: string): unknown {
  if (format === "uuid") return id;
  if (items) {
    const one = referenceIn(items, id);
    return one === undefined ? undefined : [one];
  }
  if (properties?.ids) return { ids: [id] };
  for (const choice of [...anyOf, ...oneOf]) {
    const reference = referenceIn(choice, id);
    if (reference !== undefined) return reference;
  }
  return undefined;
}
