import { useState } from "react";
import { type Import, imports } from "#features/platform/imports/contract.ts";
import { useRead } from "#web/operations.ts";
import { useLanguage } from "#web/useMessages.ts";

const pollMs = 600;

export const isRunning = ({ state }: Import) => state === "checking" || state === "importing";

/** The state of one import, polled while a run is in progress. */
export function useImport(importId: string) {
  const language = useLanguage();
  const [isPolling, setPolling] = useState(true);
  const result = useRead(imports.read, { importId, language }, isPolling ? { everyMs: pollMs } : {});
  const shouldPoll = result.data === undefined || isRunning(result.data);
  if (shouldPoll !== isPolling) setPolling(shouldPoll);
  return result;
}
