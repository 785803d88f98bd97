import { latinDigits } from "#base/digits.ts";
import type { CheckedRow, Importer, ImportRow } from "#api/importer.ts";
import { reportColumns } from "#features/loyalty/wallet/api/service/reportColumns.ts";
import {
  applyResults,
  findItems,
  outcomeOf,
  type ReportRow,
  resultIdOf,
} from "#features/loyalty/wallet/api/service/results.ts";
import { resultsTable as results } from "#features/loyalty/wallet/api/tables.ts";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { readPaypalAmount } from "#features/loyalty/wallet/rules/paypal.ts";
import { type PaypalStatus, paypalStatuses } from "#features/loyalty/wallet/rules/payouts.ts";
import { isAnyOf } from "#api/list.ts";

/** PayPal spells them in several ways: `Completed`, `On Hold`. */
const spellings: Readonly<Record<string, PaypalStatus>> = {
  COMPLETED: "SUCCESS",
  PROCESSED: "SUCCESS",
  DENIED: "FAILED",
};
const statusOf = (text: string): PaypalStatus | undefined => {
  const plain = text.toUpperCase().replaceAll(/[\s_-]/g, "");
  return spellings[plain] ?? paypalStatuses.find((status) => status === plain);
};

function readRow({ rowNumber, cells, faults }: ImportRow): ReportRow | CheckedRow<ReportRow> {
  const { customerRef = "", status = "", transactionId = "", currency = "", amount = "", fee = "" } = cells;
  const paypalStatus = statusOf(status);
  const code = currency === "" ? null : currency.toUpperCase();
  const amountMinor = amount === "" || code === null ? null : readPaypalAmount(latinDigits(amount), code);
  const feeMinor = fee === "" || code === null ? null : readPaypalAmount(latinDigits(fee), code);
  const problems = [
    ...faults,
    ...(paypalStatus === undefined ? [{ field: "status", code: "paypal_status_unknown" }] : []),
    ...(amount !== "" && amountMinor === null ? [{ field: "amount", code: "paypal_amount_invalid" }] : []),
    ...(fee !== "" && feeMinor === null ? [{ field: "fee", code: "paypal_amount_invalid" }] : []),
    ...(customerRef === "" && transactionId === "" ? [{ field: "customerRef", code: "required" }] : []),
  ];
  if (problems.length > 0 || paypalStatus === undefined) return { rowNumber, outcome: "bad", problems };
  return {
    customerRef: customerRef === "" ? null : customerRef.toUpperCase(),
    paypalStatus,
    transactionId: transactionId === "" ? null : transactionId,
    currency: code,
    amountMinor,
    feeMinor,
  };
}

/** PayPal's report. Rows that match no payment are stored too, and wait for a person; they move nothing. */
export const resultsImporter: Importer<ReportRow> = {
  ...reportColumns,
  resource: "payouts",
  listPath: "/apps/e-wallet",
  needs: payouts.match,
  async check(ctx, rows) {
    const read = rows.map((row) => ({ row, report: readRow(row) }));
    const good = read.flatMap(({ report }) => ("outcome" in report ? [] : [report]));
    const items = await findItems(
      ctx,
      good.flatMap(({ customerRef }) => customerRef ?? []),
    );
    const ids = await Promise.all(good.map(resultIdOf));
    const known = new Map(
      ids.length === 0
        ? []
        : (
            await ctx.db
              .select({ id: results.id, problem: results.problem })
              .from(results)
              .where(isAnyOf(results.id, ids))
          ).map(({ id, problem }) => [id, problem]),
    );
    return Promise.all(
      read.map(async ({ row: { rowNumber }, report }): Promise<CheckedRow<ReportRow>> => {
        if ("outcome" in report) return report;
        const item = report.customerRef === null ? undefined : items.get(report.customerRef);
        const outcome = outcomeOf(report, item);
        const before = known.get(await resultIdOf(report));
        const isKnown = before === null || (before !== undefined && before === outcome);
        if (isKnown) return { rowNumber, outcome: "unchanged", values: report };
        if (outcome !== "applies" && outcome !== "known")
          return {
            rowNumber,
            outcome: "new",
            values: report,
            notes: [{ field: "customerRef", code: `result_${outcome}` }],
          };
        const changes = { paypalStatus: { before: item!.paypalStatus, after: report.paypalStatus } };
        return { rowNumber, outcome: "update", values: report, update: { record: item!.customerRef, changes } };
      }),
    );
  },
  async write(ctx, rows, { fileName }) {
    await applyResults(
      ctx,
      rows.map(({ values }) => values),
      fileName,
    );
  },
};
