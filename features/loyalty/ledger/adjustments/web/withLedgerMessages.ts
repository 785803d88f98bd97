import { loadMessages } from "#web/i18n.ts";

export const ledgerMessages = {
  en: () => import("#features/loyalty/ledger/web/messages.en.json"),
  ar: () => import("#features/loyalty/ledger/web/messages.ar.json"),
};

/** A screen of another area with the names of accounts. */
export async function withLedgerMessages<Part>(part: Promise<Part>): Promise<Part> {
  await Promise.all([part, loadMessages({ name: "ledger", messages: ledgerMessages })]);
  return part;
}
