import { call } from "#web/call.ts";
import type { FindRecords } from "#web/layout/findRecords.ts";

/** Records for the command palette. The contract is loaded with the first search. */
export const findRecords: FindRecords = async (transport, wanted, signal) => {
  const { foundMax, search } = await import("#features/platform/search/contract.ts");
  const input = "q" in wanted ? { q: wanted.q } : { ids: [...wanted.ids] };
  return (await call(transport, search.find, { ...input, limit: foundMax }, { signal })).rows;
};
