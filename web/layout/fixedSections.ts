import type { MenuIcon } from "#base/contract.ts";
import { homePath } from "#web/guard.ts";
import type { KeyUnder, MessageKey } from "#web/messageKeys.ts";

/** The shell's own menu, whatever the server sends (spec 000 §2). Titles are keys of the shell's messages. */
export type FixedSection = {
  readonly title: MenuKey;
  readonly icon: MenuIcon | FixedIcon;
  readonly path: `/${string}`;
  readonly entries: readonly { readonly title: MenuKey; readonly path: `/${string}` }[];
};

/** Message keys of the shell's own titles. */
export type MenuKey = `menu.${KeyUnder<"menu", MessageKey<"layout">>}`;

export type FixedIcon = "home" | "wallet" | "types" | "promocode";

export const fixedSections: readonly FixedSection[] = [
  { title: "menu.home", icon: "home", path: homePath, entries: [] },
  {
    title: "menu.retailer",
    icon: "retailers",
    path: "/apps/retailer",
    entries: [
      { title: "menu.retailers", path: "/apps/retailer/retailers" },
      { title: "menu.newRetailer", path: "/apps/retailer/retailers/new" },
    ],
  },
  { title: "menu.eWallet", icon: "wallet", path: "/apps/e-wallet", entries: [] },
  {
    title: "menu.retailerTypes",
    icon: "types",
    path: "/apps/retailer-type",
    entries: [
      { title: "menu.types", path: "/apps/retailer-type/types" },
      { title: "menu.newType", path: "/apps/retailer-type/types/new" },
    ],
  },
  {
    title: "menu.promocode",
    icon: "promocode",
    path: "/apps/promocode",
    entries: [
      { title: "menu.promocodes", path: "/apps/promocode/promocodes" },
      { title: "menu.newPromocode", path: "/apps/promocode/promocodes/new" },
    ],
  },
];
