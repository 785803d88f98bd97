import type { Catalogue, Ctx } from "#api/context.ts";
import { openApiDocument } from "#api/openapi.ts";
import { webhookDescription } from "#features/platform/webhooks/api/service/description.ts";

type DescribedFeature = ReturnType<typeof openApiDocument> & { readonly webhooks: typeof webhookDescription };

/** By the operations it describes. Weak, so that an unused copy is freed when memory is needed. */
const recent = new WeakMap<Catalogue, WeakRef<DescribedFeature>>();

/** Cached for repeated requests: it is public, and generating it takes as long as fifty calls. */
export async function describeApi({ catalogue, settings }: Ctx): Promise<DescribedFeature> {
  const known = recent.get(catalogue)?.deref();
  if (known) return known;
  const calls = openApiDocument(catalogue.operations, { url: settings.publicUrl, version: settings.version });
  const made = { ...calls, webhooks: webhookDescription };
  recent.set(catalogue, new WeakRef(made));
  return made;
}
