import { eWalletTabs, eWalletTitle } from "#features/loyalty/ledger/contract/eWalletTabs.ts";
import { AreaTabs } from "#web/layout/AreaTabs.tsx";

export const WalletTabs = () => <AreaTabs label={eWalletTitle} tabs={eWalletTabs} />;
