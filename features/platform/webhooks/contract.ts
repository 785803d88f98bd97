import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { webhookFields, type WebhookInput, webhookStatuses } from "#features/platform/webhooks/fields.ts";

export const pauseReasons = ["manual", "failing", "gone"] as const;
export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
/**
 * Why there is no status: the address is in a private network, isn't https, has no host, didn't answer, or redirects.
 */
export const deliveryFailures = ["address_private", "not_protected", "not_found", "no_answer", "redirected"] as const;

const description = describeRecord({
  name: "webhooks",
  path: "/api/v1/webhooks",
  fields: webhookFields,
  statuses: webhookStatuses,
  more: {
    pauseReason: z.nullable(z.enum(pauseReasons)),
    /** When deliveries began to fail; null if the last one arrived. */
    failingSince: z.nullable(z.string()),
    lastDeliveredAt: z.nullable(z.string()),
    /** Until when the previous secret signs too. */
    oldSecretValidTo: z.nullable(z.string()),
  },
  hides: ["createdBy", "updatedBy"],
  rowOmits: [],
  sorts: ["title", "createdAt"],
  filters: [],
  hasNoIds: true,
  exportColumns: [],
});
export interface Webhook extends RecordOf<typeof description> {}
export interface WebhookTypes extends TypesOf<typeof description, WebhookInput, Webhook> {}
export const webhookOperations = recordOperations<WebhookTypes>(description);

/** `secret` is returned only once; null if an earlier copy of the same request has returned it. */
const WebhookWithSecret = z.object({ webhook: description.record, secret: z.nullable(z.string()), version: z.int() });
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

export const Delivery = z.object({
  id: z.string(),
  endpointId: z.string(),
  eventId: z.string(),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  nextAttemptAt: z.nullable(z.string()),
  lastStatus: z.nullable(z.int()),
  lastFailure: z.nullable(z.enum(deliveryFailures)),
  deliveredAt: z.nullable(z.string()),
  createdAt: z.string(),
  isReplay: z.boolean(),
});
export type Delivery = z.output<typeof Delivery>;

export const webhookRefusals = refusals({
  id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  webhook_paused: { status: 409, message: "This webhook is paused. Set its status to Active first." },
});

const { not_found } = commonRefusals;
const { id_taken, webhook_paused } = webhookRefusals;
const named = { id: schemas.id() };
const versioned = { id: schemas.id(), version: schemas.version() };

export const webhooks = {
  list: webhookOperations.list({ summary: "List webhooks" }),
  get: webhookOperations.get({ summary: "Get a webhook, without its secret" }),
  activity: webhookOperations.activity({ summary: "List the history of a webhook, newest first" }),
  create: operation({
    method: "POST",
    path: "/api/v1/webhooks",
    permission: "webhooks.create",
    summary: "Create a webhook (the client supplies the ID). The secret is returned only once",
    input: z.strictObject({ id: schemas.id(), ...webhookFields.shape }),
    output: WebhookWithSecret,
    isDangerous: true,
    refusals: [id_taken],
  }),
  update: webhookOperations.update({
    summary: "Update a webhook. Reactivating it sends pending events",
    isDangerous: true,
  }),
  rotate: operation({
    method: "POST",
    path: "/api/v1/webhooks/{id}/secrets",
    permission: "webhooks.update",
    summary: "Rotate the secret of a webhook. The old secret also signs for 24 hours",
    input: z.strictObject(versioned),
    output: WebhookWithSecret,
    versioned: true,
    isDangerous: true,
    refusals: [not_found],
  }),
  remove: webhookOperations.remove({ summary: "Delete a webhook and its deliveries" }),
  ping: operation({
    method: "POST",
    path: "/api/v1/webhooks/{id}/ping",
    permission: "webhooks.replay",
    summary: "Send a test event (the client supplies the ID of the delivery)",
    input: z.strictObject({ ...named, deliveryId: schemas.id() }),
    output: Delivery,
    refusals: [not_found, webhook_paused, id_taken],
  }),
  deliveries: operation({
    method: "GET",
    path: "/api/v1/webhook-deliveries",
    reads: [{ resource: "webhooks" }],
    permission: "webhooks.read",
    summary: "List the deliveries of a webhook from the last 30 days, newest first",
    input: listInput(["createdAt"], { endpointId: schemas.id(), status: anyOf(z.enum(deliveryStatuses)) }),
    output: page(Delivery),
  }),
  delivery: operation({
    method: "GET",
    path: "/api/v1/webhook-deliveries/{id}",
    permission: "webhooks.read",
    summary: "Get a delivery with its payload",
    input: z.strictObject(named),
    output: z.extend(Delivery, { body: z.string() }),
    refusals: [not_found],
  }),
  replay: operation({
    method: "POST",
    path: "/api/v1/webhook-deliveries/{id}/replay",
    permission: "webhooks.replay",
    summary: "Resend the event of a delivery (the client supplies the ID of the new delivery)",
    input: z.strictObject({ ...named, deliveryId: schemas.id() }),
    output: Delivery,
    refusals: [not_found, webhook_paused, id_taken],
  }),
};

export const webhooksMenu: MenuSection = {
  id: 1,
  title: "User",
  icon: "user",
  link: "/apps/user/users",
  entries: [{ id: 17, title: "Webhooks", link: "/apps/user/webhooks", needs: webhooks.list }],
};
