import type { Feature } from "#api/serve.ts";
import { feedbackRecords } from "#demos/publishing/api/service/texts.ts";

/** What the knowledge base and the FAQ share; the routes are theirs. */
export const publishingFeature: Feature = { routes: [], personal: [feedbackRecords] };
