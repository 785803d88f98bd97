import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "#hosts/node/config.ts";
import { cautions } from "#hosts/node/publicSettings.ts";

test("starts without any setting", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    databaseUrl: null,
    migrationDatabaseUrl: null,
    engine: "postgres",
    administrator: null,
    sampleData: "demoAtFirst",
    publicUrl: "http://localhost:3000",
    smtpUrl: null,
    s3: null,
    logLevel: "info",
    trustedProxies: 0,
    cipherKey: null,
    allowsCredentialsInUrl: true,
    signInProviders: [],
    rateLimits: { search: 300, anonymous: 300, export: 20 },
    webhookPrivateHosts: [],
    metricsToken: null,
  });
});

test("adds no sample data to a given database", () => {
  expect(readConfig({ DATABASE_URL: "postgres://u:p@db/mizan" }).sampleData).toBe("none");
  expect(readConfig({ DATABASE_URL: "postgres://u:p@db/mizan", SAMPLE_DATA: "demo" }).sampleData).toBe("demo");
  expect(readConfig({ SAMPLE_DATA: "none" }).sampleData).toBe("none");
});

test.each([
  ["PORT", "65536", /PORT="65536".*0 to 65535/],
  ["PORT", "80a", /PORT/],
  ["DATABASE", "mysql", /DATABASE="mysql".*postgres, pglite/],
  ["DATABASE_URL", "mysql://db", /DATABASE_URL=….*postgres:\/\//],
  ["MIGRATION_DATABASE_URL", "postgres://owner:p@db/mizan", /goes with DATABASE_URL/],
  ["MIGRATION_DATABASE_URL", "mysql://db", /MIGRATION_DATABASE_URL=….*postgres:\/\//],
  ["SAMPLE_DATA", "yes", /SAMPLE_DATA="yes".*demo, none/],
  ["PUBLIC_URL", "mizan.example", /PUBLIC_URL/],
  ["PUBLIC_URL", "https://mizan.example/app", /without a path/],
  ["WEBHOOK_PRIVATE_HOSTS", "http://10.0.0.7", /WEBHOOK_PRIVATE_HOSTS/],
  ["WEBHOOK_PRIVATE_HOSTS", "erp.internal:99999", /WEBHOOK_PRIVATE_HOSTS/],
  ["SMTP_URL", "mail.example:25", /SMTP_URL=…/],
  ["SMTP_URL", "smtp://mail.example:99999", /SMTP_URL=…/],
  ["SMTP_URL", "smtp:///", /SMTP_URL=…/],
  ["S3_BUCKET", "Bucket", /S3_BUCKET="Bucket".*3 to 63/],
  ["S3_BUCKET", "mizan", /S3_ACCESS_KEY_ID is missing[\s\S]*S3_SECRET_ACCESS_KEY is missing/],
  ["S3_ENDPOINT", "https://s3.example/mizan", /S3_ENDPOINT="https:\/\/s3.example\/mizan".*without a path/],
  ["S3_REGION", "eu west/1", /S3_REGION="eu west\/1".*eu-west-1(?!.*S3_ENDPOINT)/s],
  ["LOG_LEVEL", "loud", /LOG_LEVEL="loud".*debug, info/],
  ["TRUSTED_PROXIES", "-1", /TRUSTED_PROXIES/],
  ["CIPHER_KEY", "abc", /CIPHER_KEY=….*64 hex digits/],
  ["METRICS_TOKEN", "short", /METRICS_TOKEN=….*16 characters/],
  ["ADMIN_EMAIL", "huda", /ADMIN_EMAIL/],
  ["ADMIN_PASSWORD", "short", /ADMIN_PASSWORD.*15 characters/],
])("refuses to start with %s=%s and says what is allowed", (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});

describe("if users reach it from other machines", () => {
  const open = { PUBLIC_URL: "https://mizan.example", TRUSTED_PROXIES: "1" };

  test.each([
    [{ ...open, PUBLIC_URL: "http://mizan.example" }, /PUBLIC_URL="http:\/\/mizan.example".*in the clear.*https:\/\//],
    [{ ...open, PUBLIC_URL: "http://192.168.1.20:3000" }, /in the clear/],
    [{ ...open, PUBLIC_URL: "http://localhost.example" }, /in the clear/],
    [{ PUBLIC_URL: "https://mizan.example" }, /TRUSTED_PROXIES is not set.*mostly 1/],
    [{ ...open, TRUSTED_PROXIES: " " }, /TRUSTED_PROXIES is not set/],
    [{ ...open, OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "mizan" }, /PROVIDER_DEFAULT_ROLE is not set/],
  ])("does not start with %j", (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  test("starts with safe settings only, and on the local machine with any", () => {
    expect(readConfig(open)).toMatchObject({ publicUrl: "https://mizan.example", trustedProxies: 1 });
    expect(readConfig({ ...open, TRUSTED_PROXIES: "0" }).trustedProxies).toBe(0);
    for (const host of ["localhost:3000", "127.0.0.1", "[::1]:8080", "mizan.localhost"])
      expect(readConfig({ PUBLIC_URL: `http://${host}`, ALLOW_CREDENTIALS_IN_URL: "yes" }).publicUrl).toContain(host);
  });

  test("by default accepts email and password in the URL on the local machine only", () => {
    const isAllowed = (environment: object) => readConfig({ ...environment }).allowsCredentialsInUrl;
    expect([isAllowed({}), isAllowed({ PUBLIC_URL: "http://127.0.0.1:8080" })]).toEqual([true, true]);
    expect([isAllowed({ ALLOW_CREDENTIALS_IN_URL: "no" }), isAllowed(open)]).toEqual([false, false]);
    const allowed = readConfig({ ...open, ALLOW_CREDENTIALS_IN_URL: "yes" });
    expect(allowed.allowsCredentialsInUrl).toBe(true);
    expect(cautions(allowed)).toEqual([expect.stringMatching(/leaves passwords in the logs/)]);
  });

  test("warns when it connects as the owner of the tables, or allows plain http", () => {
    const database = { DATABASE_URL: "postgres://mizan:p@db/mizan" };
    expect(cautions(readConfig(database))).toEqual([expect.stringMatching(/DATABASE_URL names the owner/)]);
    expect(cautions(readConfig({ ...database, MIGRATION_DATABASE_URL: "postgres://owner:p@db/mizan" }))).toEqual([]);
    expect(cautions(readConfig({ HOST: "0.0.0.0" }))).toEqual([expect.stringMatching(/in the clear/)]);
    expect(cautions(readConfig({ ...open, HOST: "0.0.0.0" }))).toEqual([]);
  });
});

test("reports every wrong setting in one error", () => {
  const wrong = { PORT: "x", LOG_LEVEL: "y" };
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  expect(() => readConfig(wrong)).toThrow(/PORT[\s\S]*LOG_LEVEL/);
});

describe("a sign-in provider", () => {
  const openId = { OIDC_ISSUER: "https://login.example/", OIDC_CLIENT_ID: "mizan" };
  const realtime = {
    FIREBASE_PROJECT_ID: "mizan-1",
    FIREBASE_API_KEY: "key",
    FIREBASE_DATABASE_URL: "https://mizan-1.example/",
  };

  test("is configured with the provider's values, and by default named after its host", () => {
    expect(readConfig(openId).signInProviders).toEqual([
      {
        kind: "openId",
        code: "oidc",
        name: "login.example",
        // Compared character by character with the provider's own issuer.
        issuer: "https://login.example/",
        clientId: "mizan",
        clientSecret: null,
        // Spec 000 §6, on the local machine.
        defaultRole: "admin",
      },
    ]);
    const waiting = { ...openId, PROVIDER_DEFAULT_ROLE: "none" };
    expect(readConfig(waiting).signInProviders).toMatchObject([{ defaultRole: null }]);
    const named = { ...openId, OIDC_NAME: "Company", OIDC_CLIENT_SECRET: "secret", PROVIDER_DEFAULT_ROLE: "staff" };
    expect(readConfig(named).signInProviders).toMatchObject([
      { name: "Company", clientSecret: "secret", defaultRole: "staff" },
    ]);
  });

  test("of a realtime database knows the URLs of its keys and its sign-in", () => {
    expect(readConfig(realtime).signInProviders).toMatchObject([
      {
        kind: "realtime",
        code: "firebase",
        issuer: "https://securetoken.google.com/mizan-1",
        databaseUrl: "https://mizan-1.example",
        accountsUrl: "https://identitytoolkit.googleapis.com",
      },
    ]);
  });

  test.each([
    [{ OIDC_CLIENT_ID: "mizan" }, /OIDC_ISSUER is not set. Allowed: https/],
    [{ OIDC_ISSUER: "https://login.example" }, /OIDC_CLIENT_ID is not set. It goes with OIDC_ISSUER/],
    [{ ...openId, OIDC_ISSUER: "http://login.example" }, /OIDC_ISSUER is not valid. Allowed: https:/],
    [{ ...openId, OIDC_ISSUER: "login.example" }, /OIDC_ISSUER is not valid/],
    [{ ...openId, OIDC_ISSUER: "https://a:b@login.example" }, /OIDC_ISSUER is not valid/],
    [{ ...openId, OIDC_ISSUER: "https://login.example?tenant=1" }, /OIDC_ISSUER is not valid/],
    [{ ...realtime, FIREBASE_DATABASE_URL: "" }, /FIREBASE_DATABASE_URL is not set/],
    [{ ...realtime, FIREBASE_API_KEY: "" }, /FIREBASE_API_KEY is not set/],
    [{ ...realtime, FIREBASE_ISSUER: "http://10.0.0.1" }, /FIREBASE_ISSUER is not valid/],
    [{ ...openId, PROVIDER_DEFAULT_ROLE: "Staff; admin" }, /PROVIDER_DEFAULT_ROLE="Staff; admin" is not valid/],
    [{ PROVIDER_DEFAULT_ROLE: "staff" }, /PROVIDER_DEFAULT_ROLE means nothing without OIDC_ISSUER/],
  ])("that is half set up ends the start: %j", (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});

test("refuses an engine together with a database URL", () => {
  expect(() => readConfig({ DATABASE: "pglite", DATABASE_URL: "postgres://db/x" })).toThrow(/exclude each other/);
});
