import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import type { Connection, CustomTypesConfig, Submittable } from "pg";
// @ts-expect-error -- its types leave this file out
import utils from "pg/lib/utils.js";

const { prepareValue } = utils as { prepareValue: (value: unknown) => string | Buffer | null };

/** A named statement whose rows are arrays: what Drizzle asks of `pg` for prepared statements. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly types: CustomTypesConfig;
  readonly rowMode: "array";
};
type Rows = { readonly rows: unknown[][] };
export type StatementCallback = (error: Error | null, answer?: Rows) => void;
type Reader = (text: string) => unknown;

/** The parts of a `pg` 8.23 connection that are used here; its published types omit some. */
type WireConnection = Connection & {
  readonly stream: Duplex;
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
};
type StatementDescription = { readonly fields: readonly { readonly dataTypeID: number }[] };

const readersByConnection = new WeakMap<Connection, Map<string, readonly Reader[]>>();

export function isNamedStatement(query: unknown): query is NamedStatement {
  const { name, rowMode, types } = query as Partial<NamedStatement>;
  return name !== undefined && rowMode === "array" && types !== undefined;
}

/**
 * Runs a statement like `pg`, but requests the column description only once per connection. Columns can't change
 * unnoticed: the server refuses a prepared statement whose columns changed. For a row of thirty columns the description
 * is larger than the row, and both sides process it.
 */
export function runPreparedStatement(
  { name: given, text, types }: NamedStatement,
  parameters: readonly unknown[],
  callback: StatementCallback,
  { areKept }: { readonly areKept: boolean } = { areKept: true },
): Submittable {
  const name = areKept ? nameOf(given, text) : "";
  const rows: unknown[][] = [];
  let known: Map<string, readonly Reader[]>;
  let readers: readonly Reader[] = [];
  let failure: Error | null = null;
  const statement = {
    name,
    text,
    // `pg` replaces it if the statement times out.
    callback,
    submit(connection: Connection) {
      const wire = connection as WireConnection;
      if (!areKept) return send(wire, { name, text, parameters, isParsed: false, isDescribed: false });
      const previous = wire.parsedStatements[name] ?? wire.submittedNamedStatements[name];
      if (previous !== undefined && previous !== text) return new Error(`two statements are called ${name}`);
      known = readersByConnection.get(connection) ?? new Map<string, readonly Reader[]>();
      readersByConnection.set(connection, known);
      readers = known.get(name) ?? [];
      return send(wire, { name, text, parameters, isParsed: previous !== undefined, isDescribed: known.has(name) });
    },
    handleRowDescription({ fields }: StatementDescription) {
      // The driver's type numbers are an enum in name only; a server may have types that it does not list.
      readers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID as never, "text") as Reader);
      if (areKept) known.set(name, readers);
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      if (failure !== null) return;
      try {
        rows.push(fields.map((value, place) => (value === null ? null : readers[place]!(value))));
      } catch (error) {
        failure = error as Error;
      }
    },
    handleCommandComplete() {},
    handleEmptyQuery() {},
    handlePortalSuspended() {},
    handleReadyForQuery() {
      if (failure === null) statement.callback(null, { rows });
      else statement.callback(failure);
    },
    handleError(error: Error) {
      statement.callback(error);
    },
  };
  return statement;
}

const hashedNames = new Map<string, { readonly text: string; readonly name: string }>();

/**
 * The statement's name on the wire: a hash of its text, the same in every process. Behind a pooler two processes may
 * share a connection, so a name must always mean the same statement.
 */
function nameOf(given: string, text: string): string {
  const known = hashedNames.get(given);
  if (known?.text === text) return known.name;
  const name = `mizan_${createHash("sha256").update(text).digest("base64url")}`;
  hashedNames.set(given, { text, name });
  return name;
}

type SentStatement = Pick<NamedStatement, "name" | "text"> & {
  readonly parameters: readonly unknown[];
  readonly isParsed: boolean;
  readonly isDescribed: boolean;
};

/**
 * Sends all messages in one write. Returns the error if a parameter is invalid: then nothing was sent, and the
 * connection is unchanged.
 */
function send(wire: WireConnection, { name, text, parameters, isParsed, isDescribed }: SentStatement): Error | null {
  wire.stream.cork();
  try {
    // Nothing is sent if a value can't be serialised.
    const values = parameters.map(prepareValue);
    if (!isParsed) {
      wire.parse({ name, text, types: [] }, true);
      // `pg` removes it again if the server rejects it.
      if (name !== "") wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ statement: name, values }, true);
    if (!isDescribed) wire.describe({ type: "P", name: "" }, true);
    wire.execute({}, true);
    wire.sync();
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    wire.stream.uncork();
  }
}
