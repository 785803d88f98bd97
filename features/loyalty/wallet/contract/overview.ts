import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { batchStatuses } from "#features/loyalty/wallet/rules/payouts.ts";
import { CashbackStatus } from "#features/loyalty/wallet/rules/cashback.ts";

const Amounts = z.object({
  currency: z.string(),
  exponent: z.int(),
  pendingMinor: z.int(),
  availableMinor: z.int(),
  heldMinor: z.int(),
  owedMinor: z.int(),
  clearingMinor: z.int(),
  brandFundingMinor: z.int(),
});

export const overview = {
  get: operation({
    method: "GET",
    path: "/api/v1/wallet-overview",
    reads: [
      { resource: "wallets" },
      { resource: "cashback" },
      { resource: "payouts" },
      { resource: "adjustments" },
      { resource: "funding" },
    ],
    permission: "wallets.read",
    summary: "Balances of all members, cashback by status and payout batches that are open",
    input: z.strictObject({}),
    output: z.object({
      amounts: z.array(Amounts),
      cashbackByStatus: z.array(
        z.object({ status: CashbackStatus, currency: z.string(), count: z.int(), amountMinor: z.int() }),
      ),
      openBatches: z.array(z.object({ status: z.enum(batchStatuses), count: z.int() })),
      lowBrands: z.array(
        z.object({ brandId: z.string(), brand: z.string(), currency: z.string(), balanceMinor: z.int() }),
      ),
      days: z.array(
        z.object({
          day: z.string(),
          currency: z.string(),
          earnedMinor: z.int(),
          confirmedMinor: z.int(),
          paidMinor: z.int(),
        }),
      ),
    }),
  }),
};
