import { importPath, type ImportTarget, imports } from "#features/platform/imports/contract.ts";
import { RunCard } from "#features/platform/imports/web/RunCard.tsx";
import { isRunning } from "#features/platform/imports/web/useImport.ts";
import { useRead } from "#web/operations.ts";
import { useLanguage } from "#web/useMessages.ts";

const pollMs = 2000;

/** The user's other running imports into this area. */
export function OtherRuns({ target, exceptId }: { readonly target: ImportTarget; readonly exceptId: string }) {
  const language = useLanguage();
  const { data, dataUpdatedAt } = useRead(imports.list, { resource: target.resource, language }, { everyMs: pollMs });
  const others = data?.filter((record) => record.id !== exceptId && isRunning(record)) ?? [];
  return others.map((record) => (
    <RunCard
      key={`${record.id} ${record.state}`}
      record={record}
      at={dataUpdatedAt}
      openPath={importPath(target.resource, record.id)}
    />
  ));
}
