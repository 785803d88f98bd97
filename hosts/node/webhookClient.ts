import { lookup } from "node:dns/promises";
import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { WebhookRequest, Parcels, Receipt } from "#api/ports.ts";
import { isPublicAddress } from "#hosts/node/publicAddresses.ts";

const patienceMs = 3_000; // reliability R23

/** The address that a name stands for; null for none. */
type Resolve = (host: string) => Promise<string | null>;

/**
 * Posts to addresses that people name. `privateHosts` are those that the settings allow although they are inside, as
 * `host` or `host:port`; only they may be reached without TLS.
 */
export function webhookClient(privateHosts: readonly string[], resolve: Resolve = resolveOnce): Parcels {
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
    post: async (parcel) => {
      const url = new URL(parcel.url);
      if (!isNamed(url) && url.protocol !== "https:") return { failure: "not_protected" };
      if (!mayPost(parcel.url)) return { failure: "address_private" };
      // Names are looked up within the same time: those of a receiver who says nothing may take half a minute.
      const patience = AbortSignal.timeout(patienceMs);
      const address = await Promise.race([resolve(bareHost(url)), ended(patience)]);
      if (address === "ended") return { failure: "no_answer" };
      if (address === null) return { failure: "not_found" };
      if (!isNamed(url) && !isPublicAddress(address)) return { failure: "address_private" };
      return send(url, address, parcel, patience);
    },
  };
}

/** Without the brackets that an IPv6 address has in a URL. */
const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** A URL drops the port that its protocol has anyway; who writes settings may name it. */
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

/** Connects to the address that was looked at, and to no other that the name may stand for by then. */
function send(url: URL, address: string, { headers, body }: WebhookRequest, signal: AbortSignal): Promise<Receipt> {
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
      // What a receiver says besides its status concerns nobody, however long it is.
      response.destroy();
      const status = response.statusCode ?? 0;
      resolve(status >= 300 && status < 400 ? { failure: "redirected" } : { status });
    });
    call.on("error", () => resolve({ failure: "no_answer" }));
    call.end(body);
  });
}
