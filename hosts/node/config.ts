import { isAbsolute, resolve } from "node:path";
import { isPlainEmail, normalEmail } from "#base/emailAddress.ts";
import { rateLimits } from "#base/rateLimits.ts";
import type { ProviderSettings, Settings } from "#api/context.ts";
import { alone, isLongEnough } from "#base/passwords.ts";
import { readS3 } from "#hosts/node/fileSettings.ts";
import { dangersInPublic } from "#hosts/node/publicSettings.ts";
import { readProviders } from "#hosts/node/providerSettings.ts";
import type { S3Settings } from "#hosts/node/s3Files.ts";
import { isThisMachine } from "#hosts/node/thisMachine.ts";

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The URL of an existing PostgreSQL; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The same database as the owner of its tables, for migrations; null if `databaseUrl` is the owner. */
  readonly migrationDatabaseUrl: string | null;
  readonly engine: "postgres" | "pglite";
  readonly administrator: { readonly email: string; readonly password: string } | null;
  /** `demoAtFirst`, the default for the embedded database: sample data only if the database is new. */
  readonly sampleData: "demo" | "none" | "demoAtFirst";
  readonly publicUrl: string;
  readonly smtpUrl: string | null;
  /** Where files are stored; null for the data directory. */
  readonly s3: S3Settings | null;
  readonly logLevel: (typeof logLevels)[number];
  /** The number of proxies in front of this process: that many addresses of X-Forwarded-For are trusted. */
  readonly trustedProxies: number;
  /**
   * For trying a client of the template: email address and password may be in a URL. By default only on the local
   * machine.
   */
  readonly allowsCredentialsInUrl: boolean;
  /** Other ways to sign in; none by default. */
  readonly signInProviders: readonly ProviderSettings[];
  /** Encrypts the secrets in the database; null for a key that is created in the data directory. */
  readonly cipherKey: string | null;
  /** The searches and exports per user and minute, where they differ from the defaults. */
  readonly rateLimits: NonNullable<Settings["rateLimits"]>;
  /** Receivers of webhooks that are allowed although they are in a private network, as `host` or `host:port`. */
  readonly webhookPrivateHosts: readonly string[];
  /** The token for reading /metrics from another machine; null: not allowed. */
  readonly metricsToken: string | null;
};

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

/** Lists every wrong setting, so that they can be fixed in one go. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings. Throws ConfigError with each wrong one and the allowed values. An empty value counts as not set.
 */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const read = <Value>(
    name: string,
    fallback: Value,
    allowed: string,
    parse: (text: string) => Value | undefined,
  ): Value => {
    const text = environment[name]?.trim();
    if (text === undefined || text === "") return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push(`${name}=${isSecret(name) ? "…" : JSON.stringify(text)} is not valid. Allowed: ${allowed}.`);
    return fallback;
  };
  const oneOf = <const Values extends readonly string[], Fallback extends string>(
    name: string,
    values: Values,
    fallback: Fallback,
  ) =>
    read<Values[number] | Fallback>(name, fallback, values.join(", "), (text) =>
      values.find((value) => value === text),
    );

  const perMinute = (name: string, usual: number) =>
    read<number>(name, usual, "a number from 1 to 1000000", wholeNumber(1, 1_000_000));

  const port = read("PORT", 3000, "a port number from 0 to 65535 (0 takes a free one)", wholeNumber(0, 65_535));
  const databaseUrl = read("DATABASE_URL", null, databaseUrlForm, parseDatabaseUrl);
  const migrationDatabaseUrl = read("MIGRATION_DATABASE_URL", null, databaseUrlForm, parseDatabaseUrl);
  if (migrationDatabaseUrl !== null && databaseUrl === null)
    problems.push("MIGRATION_DATABASE_URL goes with DATABASE_URL, which is not set.");
  const engine = oneOf("DATABASE", ["postgres", "pglite"], "postgres");
  if (databaseUrl !== null && engine === "pglite")
    problems.push("DATABASE=pglite and DATABASE_URL exclude each other. Set only one of them.");
  const publicUrl = read("PUBLIC_URL", `http://localhost:${port}`, "http(s)://host without a path", parsePublicUrl);
  const isOnThisMachine = isThisMachine(new URL(publicUrl).hostname);
  const config: Config = {
    port,
    host: read("HOST", "127.0.0.1", "an address to listen on, such as 127.0.0.1 or 0.0.0.0", parseHost),
    dataDir: read("DATA_DIR", resolve("data"), "a directory", (text) => (isAbsolute(text) ? text : resolve(text))),
    databaseUrl,
    migrationDatabaseUrl,
    engine,
    administrator: readAdministrator(environment, problems),
    sampleData: oneOf("SAMPLE_DATA", ["demo", "none"], databaseUrl === null ? "demoAtFirst" : "none"),
    publicUrl,
    smtpUrl: read("SMTP_URL", null, "smtp://user:password@host:587 or smtps://…", parseSmtpUrl),
    s3: readS3(environment, problems),
    logLevel: oneOf("LOG_LEVEL", logLevels, "info"),
    trustedProxies: read("TRUSTED_PROXIES", 0, "a number from 0 to 5", wholeNumber(0, 5)),
    allowsCredentialsInUrl: oneOf("ALLOW_CREDENTIALS_IN_URL", ["no", "yes"], isOnThisMachine ? "yes" : "no") === "yes",
    signInProviders: readProviders(environment, problems, { isOnThisMachine }),
    cipherKey: read("CIPHER_KEY", null, "64 hex digits, as `openssl rand -hex 32` prints them", (text) =>
      /^[0-9a-f]{64}$/i.test(text) ? text : undefined,
    ),
    rateLimits: {
      search: perMinute("SEARCHES_PER_MINUTE", rateLimits.search.max),
      anonymous: perMinute("ANONYMOUS_CALLS_PER_MINUTE", rateLimits.anonymous.max),
      export: perMinute("EXPORTS_PER_MINUTE", rateLimits.export.max),
    },
    webhookPrivateHosts: read("WEBHOOK_PRIVATE_HOSTS", [], "hosts such as erp.internal,10.0.0.7:8080", parseHosts),
    metricsToken: read("METRICS_TOKEN", null, "at least 16 characters", (text) =>
      text.length >= 16 ? text : undefined,
    ),
  };
  problems.push(...dangersInPublic(config, environment.TRUSTED_PROXIES));
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return config;
}

const isSecret = (name: string) => /URL|PASSWORD|TOKEN|KEY/.test(name);

const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
};

function parseHost(text: string): string | undefined {
  return /\s/.test(text) ? undefined : text;
}

const databaseUrlForm = "postgres://user:password@host:5432/database";

function parseDatabaseUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}

function parseSmtpUrl(text: string): string | undefined {
  return /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== "" ? text : undefined;
}

function parseHosts(text: string): string[] | undefined {
  const hosts = text.split(",").map((host) => host.trim().toLowerCase());
  const isHost = (host: string) =>
    /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.test(host) && URL.canParse(`https://${host}`);
  return hosts.every(isHost) ? hosts : undefined;
}

function parsePublicUrl(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.pathname === "/" && url.search === "" && url.hash === "" ? url.origin : undefined;
}

function readAdministrator(environment: Environment, problems: string[]): Config["administrator"] {
  const email = normalEmail(environment.ADMIN_EMAIL ?? "");
  const password = environment.ADMIN_PASSWORD ?? "";
  if (email === "" && password === "") return null;
  if (!isPlainEmail(email)) problems.push("ADMIN_EMAIL is not an e-mail address. It goes with ADMIN_PASSWORD.");
  if (!isLongEnough(password, alone))
    problems.push("ADMIN_PASSWORD is too short. Allowed: 15 characters or more. It goes with ADMIN_EMAIL.");
  return { email, password };
}
