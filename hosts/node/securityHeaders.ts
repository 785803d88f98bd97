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

/** Nothing runs and nothing is styled but what comes from files of ours, and no text becomes markup (reliability R26). */
const applicationPolicy = policyOf({ ...directives, "require-trusted-types-for": "'script'" });
/**
 * The worker that reads PDFs may run WebAssembly, with which it unpacks what scanners pack, and may do nothing else: it
 * fetches nothing, and has nobody to send anything to but the page.
 */
const documentWorkerPolicy = policyOf({ "default-src": "'none'", "script-src": "'self' 'wasm-unsafe-eval'" });
const isDocumentWorker = (path: string) => /^\/assets\/pdf\.worker[\w.-]*\.mjs$/.test(path);
/** Swagger UI writes style elements and markup, on a page that has nothing else. */
const swaggerPolicy = policyOf({ ...directives, "style-src": "'self' 'unsafe-inline'" });

function policyOf(parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}

/**
 * On every answer, of the API and of files alike. Said before the answer is made and not added to it: an answer whose
 * headers somebody has looked into is written as a stream, which costs a millisecond. What an answer says itself prevails.
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

/** The policy of the application's document, and of its files. */
export const documentPolicy: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-security-policy", isDocumentWorker(c.req.path) ? documentWorkerPolicy : applicationPolicy);
};

/** The policy of the API reference. */
export const referencePolicy: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-security-policy", swaggerPolicy);
};
