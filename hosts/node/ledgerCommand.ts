import { isCurrent } from "#database/migrate.ts";
import { migrations } from "#database/migrations.ts";
import { ledgerExtensions } from "#features/api.ts";
import { checkLaws } from "#features/loyalty/ledger/api/service/proof.ts";
import { brokenRowsMax } from "#features/loyalty/ledger/contract/proof.ts";
import { type AuditCommand, withDatabase } from "#hosts/node/auditCommand.ts";

/**
 * Checks every law of the ledger of the given database, or of the one in the data directory, whether its host runs or
 * not. Only reads.
 *
 * Answers 0 if all hold and 1 if not, after printing the rows that break them. Throws with instructions if it can't read
 * the ledger.
 */
export const verifyLedgerLaws = ({ config, print }: Pick<AuditCommand, "config" | "print">): Promise<0 | 1> =>
  withDatabase(config, async (db) => {
    if (!(await isCurrent(db, migrations))) {
      throw new Error("the database is not of this version of Mizan. Start this version once, then verify again");
    }
    const { laws, broken, transactions, tookMs } = await checkLaws(
      db,
      ledgerExtensions.flatMap((extension) => extension.laws ?? []),
    );
    for (const { number, law, rows, tookMs: each } of laws)
      print(`${rows.length === 0 ? "✓" : "✗"} ${String(number).padStart(2)} ${law.padEnd(32)} ${each} ms`);
    for (const { number, law, rows } of broken) {
      print(
        `Law ${number} (${law}) is broken by${rows.length < brokenRowsMax ? "" : " at least"} ${rows.length} rows:`,
      );
      for (const row of rows) print(`  ${JSON.stringify(row)}`);
    }
    print(
      broken.length === 0
        ? `The ledger adds up: ${transactions} transactions in ${tookMs} ms.`
        : "The ledger doesn’t add up. Nothing was changed.",
    );
    return broken.length === 0 ? 0 : 1;
  });
