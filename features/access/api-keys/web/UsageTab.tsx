import type { ApiKey } from "#features/access/api-keys/contract.ts";
import { SecretList } from "#features/access/api-keys/web/SecretList.tsx";
import { UsagePanel } from "#features/access/api-keys/web/UsagePanel.tsx";

/** How a key is used, and the secrets that work now. */
export const UsageTab = ({ record }: { readonly record: ApiKey }) => (
  <>
    <UsagePanel id={record.id} />
    <SecretList apiKey={record} />
  </>
);
