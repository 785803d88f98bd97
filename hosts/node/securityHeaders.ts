import type { MiddlewareHandler } from "hono";
import type { Config } from "#hosts/node/config.ts";

// Mantine sets its variables in style elements; scripts come from files of ours only (reliability R26).
const documentDirectives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** On every answer, of the API and of files alike. */
export function securityHeaders(config: Config): MiddlewareHandler {
  const isTls = config.publicUrl.startsWith("https://");
  return async (c, next) => {
    await next();
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    c.header("cross-origin-opener-policy", "same-origin");
    c.header("cross-origin-resource-policy", "same-origin");
    c.header("permissions-policy", "camera=(), microphone=(), geolocation=()");
    if (!c.res.headers.has("content-security-policy"))
      c.header("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    if (isTls) c.header("strict-transport-security", "max-age=31536000; includeSubDomains");
  };
}

/** The policy of the application's document, and of its files. */
export const documentPolicy: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-security-policy", documentDirectives);
};

/** The API reference is a page of Swagger UI, whose pictures are data URLs. */
export const referencePolicy: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("content-security-policy", documentDirectives);
};
