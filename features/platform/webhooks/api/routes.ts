import { deliveryRunSource } from "#features/platform/webhooks/api/service/runSource.ts";
import { hourMs, secondMs } from "#base/time.ts";
import { type Feature, serve } from "#api/serve.ts";
import { sendWebhooks } from "#features/platform/webhooks/api/service/deliver.ts";
import {
  getDelivery,
  listDeliveries,
  pingWebhook,
  replayDelivery,
} from "#features/platform/webhooks/api/service/deliveries.ts";
import { deleteOldEvents } from "#features/platform/webhooks/api/service/dispatch.ts";
import { sealedSecrets } from "#features/platform/webhooks/api/service/secrets.ts";
import {
  createWebhook,
  removeWebhook,
  rotateSecret,
  webhookRows,
  webhookStore,
} from "#features/platform/webhooks/api/store.ts";
import { webhooks, webhooksMenu } from "#features/platform/webhooks/contract.ts";

export const webhooksFeature: Feature = {
  routes: serve(webhooks, {
    ...webhookStore.handlers,
    create: createWebhook,
    rotate: rotateSecret,
    remove: removeWebhook,
    ping: pingWebhook,
    deliveries: listDeliveries,
    delivery: getDelivery,
    replay: replayDelivery,
  }),
  menu: [webhooksMenu],
  scopedRows: [webhookRows],
  live: [{ resource: "webhooks", read: webhooks.get, rows: webhookRows }],
  sealed: sealedSecrets,
  runs: deliveryRunSource,
  jobs: [
    { kind: "webhooks.send", lane: "webhooks", run: sendWebhooks, everyMs: 15 * secondMs },
    { kind: "webhooks.forget", lane: "recurring", run: deleteOldEvents, everyMs: hourMs },
  ],
};
