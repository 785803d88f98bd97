import type { Feature } from "#api/serve.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";

/** The demonstration applications. The folder may be deleted as a whole. */
export const demos: readonly Feature[] = [todoFeature];
