import { type Feature, serve } from "#api/serve.ts";
import { readPreferences, savePreferences } from "#features/platform/views/api/service/preferences.ts";
import { viewRecords } from "#features/platform/views/api/service/viewRecords.ts";
import {
  createView,
  readRoles,
  readViews,
  removeView,
  shareView,
  updateView,
} from "#features/platform/views/api/service/views.ts";
import { views } from "#features/platform/views/contract.ts";

export const viewsFeature: Feature = {
  routes: serve(views, {
    read: async (ctx, { list }) => {
      const [preferences, found] = await Promise.all([readPreferences(ctx, list), readViews(ctx, list)]);
      return { preferences, views: found };
    },
    savePreferences,
    create: createView,
    update: updateView,
    share: shareView,
    roles: async (ctx) => ({ roles: await readRoles(ctx) }),
    remove: removeView,
  }),
  personal: [viewRecords],
};
