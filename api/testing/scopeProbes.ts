import type { Operation } from "#base/contract.ts";
import { newId } from "#api/testing/testApi.ts";
import { propertiesOf, sampleInput } from "#api/testing/sampleInput.ts";

/** What somebody knows of a record that is not theirs, and asks about. */
export type Probe = {
  readonly id: string;
  readonly version: number;
  /** What they type, by the name of the field: `name`, `gtin`, `search`. */
  readonly texts: Readonly<Record<string, string>>;
  /** What they look for it by. Only where nothing is written: what they wrote into records of their own is theirs. */
  readonly searches: Readonly<Record<string, string>>;
  /** It is of another area than the operation: what is made new gets an id of its own. */
  readonly isOfOtherArea?: boolean;
  /** A record that is theirs, under which others are named. */
  readonly own?: { readonly id: string; readonly version: number };
};

/**
 * Inputs that name a record in every way that an operation can be told one: as what it is about, as each of the records that
 * it may refer to, by what must be unique, and by what is searched for. None where nobody here can think of an input.
 */
export function probesOf(operation: Operation, probe: Probe): Record<string, unknown>[] {
  const about = sampleOrNull(operation, probe);
  const under = probe.own ? sampleOrNull(operation, probe.own) : null;
  const fields = Object.entries(propertiesOf(operation)).filter(([name]) => name !== "version");
  const isRead = operation.method === "GET" || operation.path.endsWith("/preview");
  const texts = isRead ? { ...probe.texts, ...probe.searches } : probe.texts;
  const valueOf = (name: string, schema: Shape) => texts[name] ?? referenceIn(schema, probe.id);
  const told = (base: Record<string, unknown>) =>
    fields.flatMap(([name, schema]) => {
      const value = valueOf(name, schema);
      return value === undefined || base[name] === value ? [] : [{ ...base, [name]: value }];
    });
  const inputs = [...(about ? [about, ...told(about)] : []), ...(under ? [under, ...told(under)] : [])];
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

/** The id, in the shape in which a field names records; undefined of any other field. */
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
