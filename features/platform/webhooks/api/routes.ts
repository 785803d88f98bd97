import { hourMs, secondMs } from "#base/time.ts";
import { type Feature, serve } from "#api/serve.ts";
import {
  createWebhook,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from "#features/platform/webhooks/api/service/changes.ts";
import { sendWebhooks } from "#features/platform/webhooks/api/service/deliver.ts";
import {
  getDelivery,
  listDeliveries,
  pingWebhook,
  replayDelivery,
} from "#features/platform/webhooks/api/service/deliveries.ts";
import { forgetOldEvents } from "#features/platform/webhooks/api/service/dispatch.ts";
import { listWebhooks } from "#features/platform/webhooks/api/service/lists.ts";
import { getWebhook, readWebhookActivity, webhookRows } from "#features/platform/webhooks/api/service/records.ts";
import { sealedSecrets } from "#features/platform/webhooks/api/service/secrets.ts";
import { webhooks, webhooksMenu } from "#features/platform/webhooks/contract.ts";

export const webhooksFeature: Feature = {
  routes: serve(webhooks, {
    list: listWebhooks,
    get: getWebhook,
    activity: readWebhookActivity,
    create: createWebhook,
    update: updateWebhook,
    rotate: rotateSecret,
    remove: removeWebhook,
    ping: pingWebhook,
    deliveries: listDeliveries,
    delivery: getDelivery,
    replay: replayDelivery,
  }),
  menu: [webhooksMenu],
  scopedRows: [webhookRows],
  sealed: sealedSecrets,
  jobs: [
    { kind: "webhooks.send", lane: "webhooks", run: sendWebhooks, everyMs: 15 * secondMs },
    { kind: "webhooks.forget", lane: "recurring", run: forgetOldEvents, everyMs: hourMs },
  ],
};
