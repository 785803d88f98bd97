import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import { readBatches } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { userList, withHoldings } from "#features/access/users/api/service/lists.ts";
import { type UserExportColumn, userExportColumns, type users } from "#features/access/users/contract.ts";
import { type UserRow } from "#features/access/users/contract/people.ts";

/** Every row that the list finds, in its order. */
export async function exportUsers(ctx: Ctx, { columns, ...input }: Input<typeof users.exportCsv>): Promise<CsvFile> {
  const names = columns ?? userExportColumns;
  const lines = async function* () {
    for await (const rows of readBatches(ctx, userList, input)) {
      const people = await withHoldings(ctx, rows);
      yield people.map((user) => names.map((name) => cellOf(name, user)));
    }
  };
  return { fileName: `users-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

function cellOf(name: UserExportColumn, user: UserRow): CsvValue {
  switch (name) {
    case "roles":
      return user.roles.map(({ code }) => code).join("|");
    case "scopes":
      return user.scopes.map(({ kind, target }) => `${kind}:${target}`).join("|");
    default:
      return user[name];
  }
}
