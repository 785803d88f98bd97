import type { Screens } from "#web/screens.ts";

/** No screen: it keeps those of the other areas current. */
export const liveScreens: Screens = {
  name: "live",
  messages: { en: async () => ({ default: {} }), ar: async () => ({ default: {} }) },
  companion: () => import("#features/platform/live/web/LiveUpdates.tsx").then(({ LiveUpdates }) => LiveUpdates),
  routes: [],
};
