import type messages from "#features/halal/sightings/web/messages.en.json";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    sightings: typeof messages;
  }
}

const contract = () => import("#features/halal/sightings/contract.ts").then(({ sightings }) => sightings);
const load = () =>
  withRecordMessages(
    import("#features/halal/sightings/web/SightingScreen.tsx").then((module) => module.SightingScreen),
  );

/** The Hijri months of each market. In the section of the retailers, whose Ramadan hours depend on them. */
export const sightingScreens: Screens = {
  name: "sightings",
  messages: {
    en: () => import("#features/halal/sightings/web/messages.en.json"),
    ar: () => import("#features/halal/sightings/web/messages.ar.json"),
  },
  menuTitles: { "Hijri Months": { ar: "الأشهر الهجرية" } },
  routes: [{ path: "/apps/retailer/hijri-months", needs: async () => (await contract()).list, load }],
};
