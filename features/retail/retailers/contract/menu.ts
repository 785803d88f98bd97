import type { MenuSection } from "#base/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { sightingsEntry } from "#features/halal/sightings/contract.ts";

// Separate from contract.ts: only the server builds the menu, and screens need not load the contract of the sightings
// for it.

export const retailersMenu: MenuSection = {
  id: 10,
  title: "Retailers",
  icon: "retailers",
  link: "/apps/retailer",
  entries: [
    { id: 101, title: "Retailers", link: "/apps/retailer/retailers", needs: retailers.list },
    { id: 102, title: "New Retailer", link: "/apps/retailer/retailers/new", needs: retailers.create },
    sightingsEntry,
  ],
};
