import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { userList, withHoldings } from "#features/access/users/api/service/lists.ts";
import { type UserExportColumn, userExportColumns, type users } from "#features/access/users/contract.ts";
import { type UserRow } from "#features/access/users/contract/people.ts";

/** Every row that the list finds, in its order. */
export async function exportUsers(ctx: Ctx, { columns, ...input }: Input<typeof users.exportCsv>): Promise<TableFile> {
  const names = columns ?? userExportColumns;
  return listTable(ctx, userList, input, {
    name: `users-${ctx.now.slice(0, 10)}`,
    header: names,
    cellsOf: async (rows) => (await withHoldings(ctx, rows)).map((user) => names.map((name) => cellOf(name, user))),
  });
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
