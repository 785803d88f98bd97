import type { MenuSection } from "#base/contract.ts";
import { overview } from "#features/loyalty/wallet/contract/overview.ts";

/** The screens are one page with tabs. */
export const walletMenu: MenuSection = {
  id: 13,
  title: "E-wallet",
  icon: "promocode",
  link: "/apps/e-wallet",
  entries: [{ id: 131, title: "E-wallet", link: "/apps/e-wallet", needs: overview.get }],
};
