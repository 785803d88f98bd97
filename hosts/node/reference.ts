import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { referencePolicy } from "#hosts/node/securityHeaders.ts";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Mizan API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="swagger-ui.css">
<main id="reference"></main>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</html>
`;

// A separate file, because the content security policy forbids inline scripts.
const start = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  filter: true,
  // A person who is signed in tries calls as themselves.
  requestInterceptor: (request) => {
    const token = localStorage.getItem("jwt_access_token");
    if (token && !request.headers["x-access-token"]) request.headers["x-access-token"] = token;
    return request;
  },
});
`;

/** A page to read and try the API: Swagger UI with the API's own OpenAPI document. */
export function referenceSite(swaggerDir: string): Hono {
  const site = new Hono();
  site.use(referencePolicy);
  site.get("/", (c) => c.html(page));
  site.get("/start.js", (c) => c.body(start, 200, { "content-type": "text/javascript; charset=utf-8" }));
  site.use(
    "/:file{swagger-ui(-bundle)?\\.(css|js)}",
    serveStatic({ root: swaggerDir, rewriteRequestPath: (path) => path.replace("/api/docs", "") }),
  );
  return site;
}
