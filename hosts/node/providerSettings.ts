import type { OpenIdSettings, ProviderSettings, RealtimeSettings } from "#api/context.ts";
import { isProtected } from "#hosts/node/httpClient.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The keys for tokens of the hosted realtime database, and the URL that verifies passwords. */
const certificatesUrl = "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
const accountsUrl = "https://identitytoolkit.googleapis.com";
const tokenIssuers = "https://securetoken.google.com";

/**
 * Reads the settings of the sign-in providers. None is on by default. Adds a line to `problems` for each wrong or
 * missing setting.
 */
export function readProviders(
  environment: Environment,
  problems: string[],
  { isOnThisMachine }: { isOnThisMachine: boolean },
): readonly ProviderSettings[] {
  const read: Reader = (name) => environment[name]?.trim() ?? "";
  const defaultRole = read("PROVIDER_DEFAULT_ROLE");
  if (!/^([a-z][\w-]{0,59})?$/.test(defaultRole))
    problems.push(
      `PROVIDER_DEFAULT_ROLE=${JSON.stringify(defaultRole)} is not valid. Allowed: the code of a role, or none.`,
    );
  // Spec 000 §6: users of another provider are administrators by default.
  const given = { defaultRole: defaultRole === noRole ? null : defaultRole || "admin" };
  const providers = [readOpenId(read, problems, given), readRealtime(read, problems, given)];
  const hasProvider = providers.some((provider) => provider !== null);
  if (defaultRole !== "" && !hasProvider)
    problems.push("PROVIDER_DEFAULT_ROLE means nothing without OIDC_ISSUER or FIREBASE_PROJECT_ID.");
  if (defaultRole === "" && hasProvider && !isOnThisMachine)
    problems.push(
      "PROVIDER_DEFAULT_ROLE is not set: everybody whom the provider knows would become an administrator. Allowed: " +
        "none, to let them wait until an administrator approves them; the code of a role, such as staff; or admin.",
    );
  return providers.filter((provider) => provider !== null);
}

const noRole = "none";

type Reader = (name: string) => string;
type ProviderEnvironment = { readonly defaultRole: string | null };

function readOpenId(read: Reader, problems: string[], given: ProviderEnvironment): OpenIdSettings | null {
  const isSet = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"].some((name) => read(name) !== "");
  if (!isSet) return null;
  const issuer = readUrl(read, problems, { name: "OIDC_ISSUER", fallback: "" });
  const clientId = readText(read, problems, { name: "OIDC_CLIENT_ID", goesWith: "OIDC_ISSUER" });
  const name = read("OIDC_NAME") || hostOf(issuer);
  const clientSecret = read("OIDC_CLIENT_SECRET") || null;
  return { kind: "openId", code: "oidc", name, issuer, clientId, clientSecret, ...given };
}

function readRealtime(read: Reader, problems: string[], given: ProviderEnvironment): RealtimeSettings | null {
  const names = ["PROJECT_ID", "API_KEY", "DATABASE_URL", "NAME", "ISSUER", "CERTIFICATES_URL", "ACCOUNTS_URL"];
  if (names.every((name) => read(`FIREBASE_${name}`) === "")) return null;
  const goesWith = "FIREBASE_PROJECT_ID";
  const projectId = readText(read, problems, { name: goesWith, goesWith: "FIREBASE_API_KEY" });
  const apiKey = readText(read, problems, { name: "FIREBASE_API_KEY", goesWith });
  const address = (name: string, fallback: string) => withoutSlash(readUrl(read, problems, { name, fallback }));
  return {
    kind: "realtime",
    code: "firebase",
    name: read("FIREBASE_NAME") || "Firebase",
    projectId,
    apiKey,
    databaseUrl: address("FIREBASE_DATABASE_URL", ""),
    issuer: address("FIREBASE_ISSUER", `${tokenIssuers}/${projectId}`),
    certificatesUrl: address("FIREBASE_CERTIFICATES_URL", certificatesUrl),
    accountsUrl: address("FIREBASE_ACCOUNTS_URL", accountsUrl),
    ...given,
  };
}

function readText(read: Reader, problems: string[], { name, goesWith }: { name: string; goesWith: string }): string {
  const text = read(name);
  if (text === "") problems.push(`${name} is not set. It goes with ${goesWith}.`);
  return text;
}

/** Unchanged, with or without a slash at the end: an issuer is compared character by character. */
function readUrl(read: Reader, problems: string[], { name, fallback }: { name: string; fallback: string }): string {
  const text = read(name) || fallback;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (isPlain && isProtected(url)) return text;
  problems.push(
    text === ""
      ? `${name} is not set. Allowed: https://…, or http://localhost to try things out.`
      : `${name} is not valid. Allowed: https://… without query, or http://localhost to try things out.`,
  );
  return text;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, "");
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
