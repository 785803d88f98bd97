import type { MenuSection } from "#base/contract.ts";
import { retailers } from "#features/retailers/contract.ts";
import { sightingsEntry } from "#features/sightings/contract.ts";

// Only the server makes the menu, so the contract of the sightings travels with no screen of a retailer.

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
