import type { Db } from "#api/context.ts";

const statements: ReadonlySet<PropertyKey> = new Set([
  "execute",
  "select",
  "selectDistinct",
  "insert",
  "update",
  "delete",
]);

/** The same connection, with a count of its statements so far, including those in transactions. */
export function countStatements(db: Db): { readonly db: Db; readonly count: () => number } {
  let count = 0;
  const counted = (target: Db): Db =>
    new Proxy(target, {
      get: (of, name) => {
        if (statements.has(name)) count++;
        const value = Reflect.get(of, name, of) as unknown;
        if (name === "transaction")
          return (work: (inner: Db) => Promise<unknown>) => of.transaction((inner) => work(counted(inner as Db)));
        return typeof value === "function" ? (value.bind(of) as unknown) : value;
      },
    });
  return { db: counted(db), count: () => count };
}
