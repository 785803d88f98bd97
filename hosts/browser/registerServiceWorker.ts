type Policy = { readonly createScriptURL: (url: string) => string };
type PolicyFactory = { readonly createPolicy: (name: string, policy: Policy) => Policy };

/**
 * Registers the service worker with this path. Resolves to whether this browser has service workers: private windows of
 * some, and pages without TLS, have none.
 */
export async function registerServiceWorker(path: string, scope: string): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  // The server's policy wants script addresses to come from a named place.
  const policy = trustedTypes?.createPolicy("mizan-service-worker", { createScriptURL: (url) => url });
  const url = policy ? policy.createScriptURL(path) : path;
  await navigator.serviceWorker.register(url, { scope, updateViaCache: "none" });
  return true;
}
