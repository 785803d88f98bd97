import { type Feature, serve } from "#api/serve.ts";
import { reference } from "#features/platform/reference/contract.ts";
import { describeApi } from "#features/platform/reference/api/service.ts";

export const referenceFeature: Feature = { routes: serve(reference, { openApi: describeApi }) };
