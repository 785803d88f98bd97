import { dayMs, minuteMs, secondMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { enqueueJob, type JobHandler } from "#api/jobs.ts";
import { usersAllowed } from "#features/access/approvals/api/service/deciders.ts";
import type { LedgerLaw } from "#features/loyalty/ledger/api/service/laws.ts";
import { expireHolds } from "#features/loyalty/ledger/api/service/postings.ts";
import { sealTransactions, verifyLedger } from "#features/loyalty/ledger/api/service/proof.ts";
import { ledgerProof } from "#features/loyalty/ledger/contract/proof.ts";

const reportKind = "ledger.report";

export const ledgerJobs = (laws: readonly LedgerLaw[]): JobHandler[] => [
  { kind: "ledger.expireHolds", lane: "recurring", everyMs: 5 * secondMs, run: expireHolds },
  {
    kind: "ledger.seal",
    lane: "recurring",
    everyMs: minuteMs,
    run: async (ctx) => {
      await sealTransactions(ctx);
    },
  },
  { kind: "ledger.verify", lane: "bulk", everyMs: dayMs, run: (ctx) => verifyNightly(ctx, laws) },
  { kind: reportKind, lane: "notices", run: sendReport },
];

/** Checks every law, and reports what is broken. Repairs nothing. */
async function verifyNightly(ctx: Ctx, laws: readonly LedgerLaw[]): Promise<void> {
  const { proof } = await verifyLedger(ctx, laws);
  const { broken } = proof;
  if (broken.length === 0) {
    ctx.log.info("ledger verified", { transactions: proof.transactions, tookMs: proof.tookMs });
    return;
  }
  const numbers = broken.map(({ number }) => number);
  ctx.log.error("ledger laws broken", { laws: numbers.join(", ") });
  await enqueueJob(ctx, reportKind, { numbers });
}

/** Emails those who may verify the ledger. */
async function sendReport(ctx: Ctx, { numbers }: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const laws = (numbers as number[]).join(", ");
  const link = `${ctx.settings.publicUrl}/apps/e-wallet/proof`;
  for (const { email: to, language } of await usersAllowed(ctx, ledgerProof.verify.permission))
    await ctx.mail.send({ to, ...(language === "ar" ? arabic(laws, link) : english(laws, link)) });
}

const english = (laws: string, link: string) => ({
  subject: "The ledger doesn’t add up",
  text: `The nightly check of the ledger found errors. Broken laws: ${laws}.\n\nNothing was changed. See which records are affected:\n${link}\n`,
});

const arabic = (laws: string, link: string) => ({
  subject: "دفتر الأستاذ غير متطابق",
  text: `وجد الفحص الليلي لدفتر الأستاذ أخطاء. القواعد المخالفة: \u2068${laws}\u2069.\n\nلم يُغيَّر شيء. اطّلع على السجلات المتأثرة:\n${link}\n`,
});
