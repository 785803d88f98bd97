import type { CommitLateInput, OfflineKeysOutput } from "#clients/till/generated.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import type { Evaluation } from "#features/loyalty/promocodes/rules/facts.ts";
import { evaluateOffline, type OfflineList, type OfflineUse } from "#features/loyalty/promocodes/rules/offline.ts";

// What a till does without a connection: it verifies the signed list and applies the same rules as the server.

export type OfflineSale = CommitLateInput["sales"][number];
type Keys = OfflineKeysOutput["keys"];

/** A list that is forged, ended or of another till. */
export class InvalidList extends Error {}

/** The contents of a signed list. Throws `InvalidList` unless one of the keys signed it and it is valid at this time. */
export async function verifyList(list: string, keys: Keys, at: string): Promise<OfflineList> {
  const [header = "", payload = "", signature = ""] = list.split(".");
  const { kid, alg } = readPart(header) as { kid?: string; alg?: string };
  const jwk = keys.find((key) => key.kid === kid);
  if (jwk === undefined || alg !== "ES256") throw new InvalidList("no known key signed this list");
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const { kty, crv, x, y } = jwk;
  const key = await crypto.subtle.importKey("jwk", { kty, crv, x, y }, curve, false, ["verify"]);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const isValid = await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, bytesOf(signature), signed);
  if (!isValid) throw new InvalidList("the signature is not valid");
  const contents = readPart(payload) as OfflineList;
  if (at < contents.issuedAt || at >= contents.expiresAt) throw new InvalidList("the list has ended");
  return contents;
}

const readPart = (part: string): unknown => JSON.parse(new TextDecoder().decode(bytesOf(part)));
const bytesOf = (base64Url: string) =>
  Uint8Array.from(atob(base64Url.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.codePointAt(0)!);

/** What the codes give on a basket by the list, less what was sold with it already. */
export function evaluateSale(
  list: OfflineList,
  basket: Pick<OfflineSale, "codes" | "order" | "withoutLines">,
  { at, sold }: { readonly at: string; readonly sold: readonly AcceptedSale[] },
): Evaluation {
  const used = new Map<string, OfflineUse>();
  for (const { costs } of sold) {
    for (const { campaignId, costMinor } of costs) {
      const before = used.get(campaignId) ?? { uses: 0, costMinor: 0 };
      used.set(campaignId, { uses: before.uses + 1, costMinor: before.costMinor + costMinor });
    }
  }
  const usedCodes = new Set(sold.flatMap(({ sale }) => (sale.codes ?? []).map(codeKey)));
  const { currency, lines } = basket.order;
  const { codes = [], withoutLines = [] } = basket;
  return evaluateOffline(list, { codes, currency, lines, withoutLines }, { at, used, usedCodes });
}

/** A sale that waits to be sent, and what it costs each promotion. */
export type AcceptedSale = {
  readonly listId: string;
  readonly sale: OfflineSale;
  readonly costs: readonly { readonly campaignId: string; readonly costMinor: number }[];
};

/**
 * Accepts a sale with the list. Null if an entered code does not apply, or nothing does: say why from the evaluation. Store
 * the sale before the receipt is printed.
 */
export function acceptSale(
  list: OfflineList,
  basket: Pick<OfflineSale, "codes" | "order" | "withoutLines">,
  { at, sold }: { readonly at: string; readonly sold: readonly AcceptedSale[] },
): AcceptedSale | null {
  const { outcomes, discountMinor } = evaluateSale(list, basket, { at, sold });
  const entered = outcomes.slice(0, basket.codes?.length ?? 0);
  if (at >= list.expiresAt || entered.some(({ applies }) => !applies) || outcomes.every(({ applies }) => !applies))
    return null;
  return {
    listId: list.id,
    sale: { ...basket, soldAt: at, discountMinor },
    costs: outcomes.flatMap(({ campaignId, effect }) =>
      campaignId === null || effect === null ? [] : [{ campaignId, costMinor: effect.costMinor }],
    ),
  };
}
