import type { MenuSection } from "#base/contract.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";

export const promocodesMenu: MenuSection = {
  id: 12,
  title: "Promocode",
  icon: "promocode",
  link: "/apps/promocode",
  entries: [
    { id: 121, title: "Promocode", link: "/apps/promocode/promocodes", needs: promocodes.list },
    { id: 122, title: "New Promocode", link: "/apps/promocode/promocodes/new", needs: promocodes.create },
    { id: 124, title: "Redemptions", link: "/apps/promocode/redemptions", needs: redemptions.list },
  ],
};
