import { loadMessages } from "#web/i18n.ts";

export const walletMessages = {
  en: () => import("#features/loyalty/wallet/web/messages.en.json"),
  ar: () => import("#features/loyalty/wallet/web/messages.ar.json"),
};

/** A screen of cashback or payouts with what all share: the refusals, and the file for PayPal. */
export async function withWalletMessages<Part>(part: Promise<Part>): Promise<Part> {
  await Promise.all([part, loadMessages({ name: "wallet", messages: walletMessages })]);
  return part;
}
