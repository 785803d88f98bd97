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

/** Statements without parameters that are sent together with another one: the start and the end of its transaction. */
type Together = { readonly before?: readonly string[]; readonly after?: readonly string[] };
type Statement = Pick<NamedStatement, "name" | "text"> & { readonly parameters: readonly unknown[] };

/**
 * Runs a statement like `pg`, but requests the column description only once per connection. Columns can't change
 * unnoticed: the server refuses a prepared statement whose columns changed. For a row of thirty columns the description
 * is larger than the row, and both sides process it.
 *
 * `before` and `after` are in the same message, so that they cost no round trips. The server skips what comes after an
 * error.
 */
export function runPreparedStatement(
  { name: given, text, types }: NamedStatement,
  parameters: readonly unknown[],
  callback: StatementCallback,
  { areKept = true, before = [], after = [] }: { readonly areKept?: boolean } & Together = {},
): Submittable {
  const main: Statement = { name: areKept ? nameOf(given, text) : "", text, parameters };
  const all = [...plainStatements(before, areKept), main, ...plainStatements(after, areKept)];
  let answered = 0;
  const rows: unknown[][] = [];
  let readers: readonly Reader[] = [];
  let failure: Error | null = null;
  let known: Map<string, readonly Reader[]>;
  const statement = {
    // Of the statement that the server is at: `pg` notes by them what the server has prepared.
    get name() {
      return all[answered]?.name ?? "";
    },
    get text() {
      return all[answered]?.text ?? "";
    },
    // `pg` replaces it if the statement times out.
    callback,
    submit(connection: Connection) {
      const wire = connection as WireConnection;
      known = (areKept && readersByConnection.get(connection)) || new Map<string, readonly Reader[]>();
      if (areKept) readersByConnection.set(connection, known);
      readers = known.get(main.name) ?? [];
      // Nobody reads the rows of the others.
      return send(wire, all, (each) => each !== main || known.has(main.name));
    },
    handleRowDescription({ fields }: StatementDescription) {
      // The driver's type numbers are an enum in name only; a server may have types that it does not list.
      readers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID as never, "text") as Reader);
      known.set(main.name, readers);
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      if (failure !== null || all[answered] !== main) return;
      try {
        rows.push(fields.map((value, place) => (value === null ? null : readers[place]!(value))));
      } catch (error) {
        failure = error as Error;
      }
    },
    handleCommandComplete() {
      answered++;
    },
    handleEmptyQuery() {},
    handlePortalSuspended() {},
    handleReadyForQuery() {
      if (failure === null) statement.callback(null, { rows });
      else statement.callback(failure);
    },
    handleError(error: Error, connection: Connection) {
      // `pg` forgets the one that failed; the server has not seen those after it.
      for (const { name } of all.slice(answered + 1))
        delete (connection as WireConnection).submittedNamedStatements[name];
      statement.callback(error);
    },
  };
  return statement;
}

const plainStatements = (texts: readonly string[], areKept: boolean): Statement[] =>
  texts.map((text) => ({ name: areKept ? nameOf(text, text) : "", text, parameters: [] }));

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

/**
 * Sends all messages in one write. Returns the error if a parameter is invalid: then nothing was sent, and the
 * connection is unchanged.
 */
function send(
  wire: WireConnection,
  statements: readonly Statement[],
  isDescribed: (statement: Statement) => boolean,
): Error | null {
  const preparedOf = ({ name }: Statement) =>
    name === "" ? undefined : (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]);
  const other = statements.find((each) => (preparedOf(each) ?? each.text) !== each.text);
  if (other) return new Error(`two statements are called ${other.name}`);
  wire.stream.cork();
  try {
    // Nothing is sent if a value can't be serialised.
    const serialised = statements.map((statement) => ({ statement, values: statement.parameters.map(prepareValue) }));
    for (const { statement, values } of serialised) {
      const { name, text } = statement;
      if (preparedOf(statement) === undefined) {
        wire.parse({ name, text, types: [] }, true);
        // `pg` removes it again if the server rejects it.
        if (name !== "") wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values }, true);
      if (!isDescribed(statement)) wire.describe({ type: "P", name: "" }, true);
      wire.execute({}, true);
    }
    wire.sync();
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    wire.stream.uncork();
  }
}
