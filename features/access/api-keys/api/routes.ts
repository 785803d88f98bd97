import { hourMs } from "#base/time.ts";
import { deleteOldKeys } from "#api/idempotency.ts";
import { type Feature, serve } from "#api/serve.ts";
import { createKey, revokeKey, rotateKey, updateKey } from "#features/access/api-keys/api/service/changes.ts";
import { countKeysByStatus, listChoices, listKeys, readUsage } from "#features/access/api-keys/api/service/lists.ts";
import { getKey, keyRows, readKeyActivity } from "#features/access/api-keys/api/service/records.ts";
import { apiKeys, apiKeysMenu } from "#features/access/api-keys/contract.ts";

export const apiKeysFeature: Feature = {
  routes: serve(apiKeys, {
    list: listKeys,
    countByStatus: countKeysByStatus,
    choices: listChoices,
    get: getKey,
    activity: readKeyActivity,
    usage: readUsage,
    create: createKey,
    update: updateKey,
    rotate: rotateKey,
    revoke: revokeKey,
  }),
  menu: [apiKeysMenu],
  scopedRows: [keyRows],
  live: [{ resource: "apiKeys", read: apiKeys.get, rows: keyRows }],
  jobs: [{ kind: "idempotencyKeys.forget", lane: "recurring", run: deleteOldKeys, everyMs: hourMs }],
};
