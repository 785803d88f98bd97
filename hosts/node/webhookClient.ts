import { lookup } from "node:dns/promises";
import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { WebhookRequest, WebhookClient, DeliveryResult } from "#api/ports.ts";
import { isPublicAddress } from "#hosts/node/publicAddresses.ts";

const patienceMs = 3_000; // reliability R23

/** The address of a name; null if there is none. */
type Resolve = (host: string) => Promise<string | null>;

/**
 * Posts to URLs that users enter. `privateHosts` are internal ones that the settings allow, as `host` or `host:port`;
 * only they may be called without TLS.
 */
export function webhookClient(privateHosts: readonly string[], resolve: Resolve = resolveOnce): WebhookClient {
  const isNamed = (url: URL) =>
    privateHosts.includes(url.hostname) || privateHosts.includes(`${url.hostname}:${portOf(url)}`);
  const mayPost = (text: string): boolean => {
    const url = new URL(text);
    if (isNamed(url)) return true;
    const host = bareHost(url);
    return url.protocol === "https:" && !isLocalName(host) && (isIP(host) === 0 || isPublicAddress(host));
  };
  return {
    canPost: true,
    mayPost,
    post: async (request) => {
      const url = new URL(request.url);
      if (!isNamed(url) && url.protocol !== "https:") return { failure: "not_protected" };
      if (!mayPost(request.url)) return { failure: "address_private" };
      // Includes the name resolution, which may take half a minute if it does not respond.
      const patience = AbortSignal.timeout(patienceMs);
      const address = await Promise.race([resolve(bareHost(url)), ended(patience)]);
      if (address === "ended") return { failure: "no_answer" };
      if (address === null) return { failure: "not_found" };
      if (!isNamed(url) && !isPublicAddress(address)) return { failure: "address_private" };
      return send(url, address, request, patience);
    },
  };
}

/** Without the brackets of an IPv6 address in a URL. */
const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** A URL drops the protocol's default port; settings may contain it. */
const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");

const isLocalName = (host: string) => host === "localhost" || host.endsWith(".localhost") || !/[.:]/.test(host);

async function resolveOnce(host: string): Promise<string | null> {
  try {
    return (await lookup(host, { verbatim: true })).address;
  } catch {
    return null;
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<"ended">((resolve) => {
    signal.addEventListener("abort", () => resolve("ended"), { once: true });
  });

/** Connects to the address that was checked, and not to one that the name may resolve to by then. */
function send(
  url: URL,
  address: string,
  { headers, body }: WebhookRequest,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  return new Promise((resolve) => {
    const options: RequestOptions = {
      method: "POST",
      agent: false,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
      lookup: (_, { all }, answer) => {
        const family = isIP(address);
        if (all) answer(null, [{ address, family }]);
        else answer(null, address, family);
      },
    };
    const call = (url.protocol === "https:" ? requestHttps : requestHttp)(url, options, (response) => {
      // Only the status of the response matters.
      response.destroy();
      const status = response.statusCode ?? 0;
      resolve(status >= 300 && status < 400 ? { failure: "redirected" } : { status });
    });
    call.on("error", () => resolve({ failure: "no_answer" }));
    call.end(body);
  });
}
