import { type Feature, serve } from "#api/serve.ts";
import { reference } from "#features/reference/contract.ts";
import { describeApi } from "#features/reference/api/service.ts";

export const referenceFeature: Feature = { routes: serve(reference, { openApi: describeApi }) };
