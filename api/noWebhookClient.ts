import type { WebhookClient } from "#api/ports.ts";

/** For a host that can't send webhooks. Deliveries stay pending, and any URL may be entered. */
export const noWebhookClient: WebhookClient = {
  canPost: false,
  mayPost: () => true,
  post: async () => ({ failure: "no_answer" }),
};
