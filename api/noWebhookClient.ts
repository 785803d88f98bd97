import type { Parcels } from "#api/ports.ts";

/** Of a host from which nothing leaves. What is to be sent waits, and any address may be written down. */
export const noWebhookClient: Parcels = {
  canPost: false,
  mayPost: () => true,
  post: async () => ({ failure: "no_answer" }),
};
