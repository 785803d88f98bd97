import type { Searchable } from "#api/searchable.ts";
import { type Feature, serve } from "#api/serve.ts";
import { findRecords } from "#features/platform/search/api/service.ts";
import { search } from "#features/platform/search/contract.ts";

/** What areas declare is passed in, as this group of features may not import those above it. */
export const searchFeature = (searchable: readonly Searchable[]): Feature => ({
  routes: serve(search, { find: (ctx, input) => findRecords(ctx, searchable, input) }),
});
