import type { Ctx } from "#api/context.ts";
import { openApiDocument } from "#api/openapi.ts";

/** Made anew on request: nobody asks often, and a process keeps no copy that nobody reads. */
export async function describeApi(ctx: Ctx) {
  return openApiDocument(ctx.catalogue.operations, { url: ctx.settings.publicUrl, version: ctx.settings.version });
}
