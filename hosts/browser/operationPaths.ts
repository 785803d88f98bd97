import { endpointsOf } from "#api/router.ts";
import { browserFeatures } from "#hosts/browser/browserApi.ts";

/** The path of every operation, for the service worker: the build writes them into it (tools/serviceWorker.mjs). */
export const operationPaths: readonly string[] = [
  ...new Set(
    browserFeatures.flatMap(({ routes }) =>
      routes.flatMap(({ operation }) => endpointsOf(operation).map(({ path }) => path)),
    ),
  ),
].sort();
