import { type Feature, serve } from "#api/serve.ts";
import { findRecords } from "#features/platform/search/api/service.ts";
import { search } from "#features/platform/search/contract.ts";

export const searchFeature: Feature = { routes: serve(search, { find: findRecords }) };
