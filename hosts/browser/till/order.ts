import type { CommitLateOutput, RedeemInput, RedeemOutput } from "#clients/till/generated.ts";
import { type TillClient } from "#clients/till/client.ts";
import { acceptSale, evaluateSale, verifyList } from "#clients/till/offline.ts";
import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import { readState, type TillState, writeState } from "#hosts/browser/till/state.ts";

// What the till does with an order, with a connection and without one.

export type Order = {
  readonly ref: string;
  readonly lines: readonly { readonly gtin: string; readonly quantity: number; readonly unitMinor: number }[];
  readonly code: string;
  readonly memberNumber: string;
};

/** What an order would get: the same from the server and from the offline list. */
export type OrderResult = {
  readonly baseMinor: number;
  readonly discountMinor: number;
  readonly paidMinor: number;
  readonly cashbackMinor: number;
  readonly outcomes: readonly { readonly applies: boolean; readonly checks: readonly Check[] }[];
};
export type Redeemed = RedeemOutput["redemptions"][number];

/** The till has no valid list for the time without a connection. */
export class NoList extends Error {}

export async function checkOrder(client: TillClient, order: Order): Promise<OrderResult> {
  const state = readState();
  if (!state.isOffline) return (await client.validate(await inputOf(client, order))) as OrderResult;
  const at = new Date().toISOString();
  return evaluateSale(await listOf(state, at), basketOf(order), { at, sold: soldWith(state) });
}

/** Redeems an order. Without a connection the sale is stored instead, and `redeemed` is null; null if nothing applies. */
export async function redeemOrder(
  client: TillClient,
  order: Order,
): Promise<{ readonly redeemed: readonly Redeemed[] | null; readonly discountMinor: number } | null> {
  const state = readState();
  if (!state.isOffline) {
    // The same key for the same receipt, so that a second click can't redeem it again.
    const { redemptions } = await client.redeemSafely(await inputOf(client, order), { idempotencyKey: order.ref });
    return { redeemed: redemptions, discountMinor: redemptions.reduce((sum, each) => sum + each.discountMinor, 0) };
  }
  const at = new Date().toISOString();
  const accepted = acceptSale(await listOf(state, at), basketOf(order), { at, sold: soldWith(state) });
  if (accepted === null) return null;
  writeState({ ...state, queue: [...state.queue, accepted] });
  return { redeemed: null, discountMinor: accepted.sale.discountMinor };
}

/** Unique codes that a list holds, and that no other till can use meanwhile. */
const codesOfList = 100;

/** Gets a new list. Sales of the one before must have been sent. */
export async function getList(client: TillClient): Promise<string> {
  const { retailerId, locationId, currency, batchId } = readState();
  const {
    id,
    list: signed,
    expiresAt,
  } = await client.issueOfflineList({
    retailerId,
    locationId,
    currency,
    ...(batchId === "" ? {} : { batch: { id: batchId, codes: codesOfList } }),
  });
  const { keys } = await client.offlineKeys({});
  await verifyList(signed, keys, new Date().toISOString());
  writeState({ ...readState(), list: { id, signed, keys }, sent: [] });
  return expiresAt;
}

const sentAtOnce = 20;

/** Sends what was sold without a connection. Sales that the server could not decide yet stay in the queue. */
export async function sendSales(client: TillClient): Promise<CommitLateOutput["sales"]> {
  const answers: CommitLateOutput["sales"][number][] = [];
  const listIds = new Set(readState().queue.map(({ listId }) => listId));
  for (const listId of listIds) {
    const waiting = readState().queue.filter((each) => each.listId === listId);
    for (let from = 0; from < waiting.length; from += sentAtOnce) {
      const part = waiting.slice(from, from + sentAtOnce);
      const isLast = from + sentAtOnce >= waiting.length;
      const { sales } = await client.commitLate({ listId, sales: part.map(({ sale }) => sale), isLast });
      answers.push(...sales);
      const decided = new Set(sales.filter(({ status }) => status !== "retry").map(({ orderRef }) => orderRef));
      const { queue, sent, list, ...state } = readState();
      // What was not used is given back with the last sale: the list is not valid any more.
      writeState({
        ...state,
        list: isLast && list?.id === listId ? null : list,
        queue: queue.filter(({ sale }) => !decided.has(sale.order.ref)),
        sent: [...sent, ...part.filter(({ sale }) => decided.has(sale.order.ref))],
      });
    }
  }
  return answers;
}

async function listOf({ list }: TillState, at: string) {
  if (list === null) throw new NoList("no list is stored");
  return verifyList(list.signed, list.keys, at);
}

const soldWith = ({ list, queue, sent }: TillState) => [...queue, ...sent].filter(({ listId }) => listId === list?.id);

function basketOf({ ref, lines, code }: Order) {
  const { currency } = readState();
  return { codes: code === "" ? [] : [code], order: { ref, currency, lines }, withoutLines: [] };
}

async function inputOf(client: TillClient, order: Order): Promise<RedeemInput> {
  const { retailerId, locationId } = readState();
  const { memberNumber } = order;
  const memberId = memberNumber === "" ? null : (await client.findMember({ memberNumber })).id;
  return { ...basketOf(order), memberId, retailerId, locationId: locationId === "" ? null : locationId };
}
