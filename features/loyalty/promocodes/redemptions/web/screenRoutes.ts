import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

export const redemptionRoutes = {
  "/apps/promocode/redemptions": {
    needs: redemptions.list,
    load: () =>
      withListMessages(
        import("#features/loyalty/promocodes/redemptions/web/RedemptionListScreen.tsx").then(
          (module) => module.RedemptionListScreen,
        ),
      ),
  },
  "/apps/promocode/redemptions/$redemptionId": {
    needs: redemptions.trace,
    load: () =>
      withRecordMessages(
        import("#features/loyalty/promocodes/redemptions/web/RedemptionScreen.tsx").then(
          (module) => module.RedemptionScreen,
        ),
      ),
  },
} satisfies Record<string, LazyRoute>;
