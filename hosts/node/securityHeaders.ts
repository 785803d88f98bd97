import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Config } from "#hosts/node/config.ts";

const directives = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data: blob:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "manifest-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "object-src": "'none'",
  "frame-ancestors": "'none'",
};

/** Only scripts and styles from our own files are allowed, and no text becomes markup (reliability R26). */
const applicationPolicy = policyOf({ ...directives, "require-trusted-types-for": "'script'" });
/**
 * The worker that reads PDFs may run WebAssembly, to decompress what scanners produce, and nothing else: it can't fetch
 * anything, and can only send messages to the page.
 */
const documentWorkerPolicy = policyOf({ "default-src": "'none'", "script-src": "'self' 'wasm-unsafe-eval'" });
const isDocumentWorker = (path: string) => /^\/assets\/pdf\.worker[\w.-]*\.mjs$/.test(path);
/** Swagger UI adds style elements and markup, on a page that contains nothing else. */
const swaggerPolicy = policyOf({ ...directives, "style-src": "'self' 'unsafe-inline'" });

function policyOf(parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}

/**
 * Set on every response, of the API and of files. Set before the response exists: accessing a response's headers makes
 * the server write it as a stream, which costs a millisecond. The response's own headers win.
 */
export function securityHeaders(config: Config): (outgoing: ServerResponse) => void {
  const isTls = config.publicUrl.startsWith("https://");
  const headers = Object.entries({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(isTls ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  });
  return (outgoing) => {
    for (const [name, value] of headers) outgoing.setHeader(name, value);
  };
}

/** The policy of the app's document and its files. */
export const documentPolicy: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-security-policy", isDocumentWorker(c.req.path) ? documentWorkerPolicy : applicationPolicy);
};

/** The policy of the API reference. */
export const referencePolicy: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-security-policy", swaggerPolicy);
};
