import * as z from "zod/mini";
import { activityInput, ActivityPage, type Changes } from "#base/activity.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import { eventTypes } from "#base/eventTypes.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

export const webhookStatuses = ["active", "paused"] as const;
export const pauseReasons = ["manual", "failing", "gone"] as const;
export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
/** Why nothing came back: the address is inside a network, is not https, has no machine, said nothing, sent elsewhere. */
export const deliveryFailures = ["address_private", "not_protected", "not_found", "no_answer", "redirected"] as const;

export const webhookLimits = { titleMax: 80, urlMax: 500 } as const;

/** `https:`, or `http:` where the settings name the host; without a user, a password or a fragment. */
const receiverUrl = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(webhookLimits.urlMax),
      z.regex(/^https?:\/\/[^\s\p{Cc}/?#@]+([/?][^\s\p{Cc}#]*)?$/iu, { error: "receiver_url" }),
    );

const EventTypes = z.array(z.enum(eventTypes)).check(z.minLength(1, { error: "types_missing" }));

/** What people write into a webhook. */
export const WebhookInput = z.strictObject({
  title: fields.text({ min: 1, max: webhookLimits.titleMax }),
  url: receiverUrl(),
  types: EventTypes.check(z.refine((types) => new Set(types).size === types.length, "twice")),
  status: z.enum(webhookStatuses),
});
export type WebhookInput = z.output<typeof WebhookInput>;

export const Webhook = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  status: z.enum(webhookStatuses),
  pauseReason: z.nullable(z.enum(pauseReasons)),
  /** Since when nothing has arrived; null while the last delivery did. */
  failingSince: z.nullable(z.string()),
  lastDeliveredAt: z.nullable(z.string()),
  /** Until when the secret before the current one signs too. */
  oldSecretValidTo: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});
export type Webhook = z.output<typeof Webhook>;

/** `secret` is told this once. Null when an earlier copy of the same request was told it already. */
const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.nullable(z.string()), version: z.int() });
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

export const webhookSorts = ["title", "createdAt"] as const;
export const deliverySorts = ["createdAt"] as const;

export const webhookRefusals = refusals({
  id_taken: { status: 409, message: "Another record already has this id." },
  webhook_paused: { status: 409, message: "This webhook is paused. Switch it on first." },
});

/** The details of `version_conflict`. */
export type WebhookConflict = {
  readonly current: Webhook;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};

const { not_found } = commonRefusals;
const { id_taken, webhook_paused } = webhookRefusals;
const named = { id: fields.id() };
const versioned = { id: fields.id(), version: fields.version() };

export const webhooks = {
  list: operation({
    method: "GET",
    path: "/api/v1/webhooks",
    permission: "webhooks.read",
    summary: "Webhooks, a page at a time",
    input: listInput(webhookSorts, { status: anyOf(z.enum(webhookStatuses)) }),
    output: page(Webhook),
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/webhooks/{id}",
    permission: "webhooks.read",
    summary: "One webhook; its secret is not told here",
    input: z.strictObject(named),
    output: Webhook,
    refusals: [not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/webhooks/{id}/activity",
    permission: "webhooks.read",
    summary: "What was done to a webhook, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/webhooks",
    permission: "webhooks.create",
    summary: "Make a webhook. The caller makes the id; the secret is answered once and never again",
    input: z.strictObject({ id: fields.id(), ...WebhookInput.shape }),
    output: WebhookWithSecret,
    isDangerous: true,
    refusals: [id_taken],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/webhooks/{id}",
    permission: "webhooks.update",
    summary: "Change some fields of a webhook. Switching it on again sends what still waits",
    input: z.strictObject({ ...versioned, ...z.partial(WebhookInput).shape }),
    output: Webhook,
    versioned: true,
    isDangerous: true,
    refusals: [not_found],
  }),
  rotate: operation({
    method: "POST",
    path: "/api/v1/webhooks/{id}/secrets",
    permission: "webhooks.update",
    summary: "Make a new secret for a webhook. For a day the old one signs beside it",
    input: z.strictObject(versioned),
    output: WebhookWithSecret,
    versioned: true,
    isDangerous: true,
    refusals: [not_found],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/webhooks/{id}",
    permission: "webhooks.delete",
    summary: "Remove a webhook and what is known of its deliveries",
    input: z.strictObject(versioned),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [not_found],
  }),
  ping: operation({
    method: "POST",
    path: "/api/v1/webhooks/{id}/ping",
    permission: "webhooks.replay",
    summary: "Send an event that says nothing, to try a receiver. The caller makes the id of the delivery",
    input: z.strictObject({ ...named, deliveryId: fields.id() }),
    output: Delivery,
    refusals: [not_found, webhook_paused, id_taken],
  }),
  deliveries: operation({
    method: "GET",
    path: "/api/v1/webhook-deliveries",
    permission: "webhooks.read",
    summary: "What a webhook was sent and how it went, newest first, kept for 30 days",
    input: listInput(deliverySorts, { endpointId: fields.id(), status: anyOf(z.enum(deliveryStatuses)) }),
    output: page(Delivery),
  }),
  delivery: operation({
    method: "GET",
    path: "/api/v1/webhook-deliveries/{id}",
    permission: "webhooks.read",
    summary: "One delivery, with the text that was sent",
    input: z.strictObject(named),
    output: z.extend(Delivery, { body: z.string() }),
    refusals: [not_found],
  }),
  replay: operation({
    method: "POST",
    path: "/api/v1/webhook-deliveries/{id}/replay",
    permission: "webhooks.replay",
    summary: "Send the event of a delivery once more. The caller makes the id of the new delivery",
    input: z.strictObject({ ...named, deliveryId: fields.id() }),
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
