import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#hosts/node/config.ts";

test("starts without any setting", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    databaseUrl: null,
    engine: "postgres",
    administrator: null,
    sampleData: "demo",
    publicUrl: "http://localhost:3000",
    smtpUrl: null,
    logLevel: "info",
    trustedProxies: 0,
    cipherKey: null,
    metricsToken: null,
  });
});

test("brings no sample data into a database of one's own", () => {
  expect(readConfig({ DATABASE_URL: "postgres://u:p@db/mizan" }).sampleData).toBe("none");
  expect(readConfig({ DATABASE_URL: "postgres://u:p@db/mizan", SAMPLE_DATA: "demo" }).sampleData).toBe("demo");
});

test.each([
  ["PORT", "65536", /PORT="65536".*0 to 65535/],
  ["PORT", "80a", /PORT/],
  ["DATABASE", "mysql", /DATABASE="mysql".*postgres, pglite/],
  ["DATABASE_URL", "mysql://db", /DATABASE_URL=….*postgres:\/\//],
  ["SAMPLE_DATA", "yes", /SAMPLE_DATA="yes".*demo, none/],
  ["PUBLIC_URL", "mizan.example", /PUBLIC_URL/],
  ["PUBLIC_URL", "https://mizan.example/app", /without a path/],
  ["SMTP_URL", "mail.example:25", /SMTP_URL=…/],
  ["LOG_LEVEL", "loud", /LOG_LEVEL="loud".*debug, info/],
  ["TRUSTED_PROXIES", "-1", /TRUSTED_PROXIES/],
  ["CIPHER_KEY", "abc", /CIPHER_KEY=….*64 hex digits/],
  ["METRICS_TOKEN", "short", /METRICS_TOKEN=….*16 characters/],
  ["ADMIN_EMAIL", "huda", /ADMIN_EMAIL/],
  ["ADMIN_PASSWORD", "short", /ADMIN_PASSWORD.*15 characters/],
])("refuses to start with %s=%s and says what is allowed", (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});

test("names every wrong setting at once", () => {
  const wrong = { PORT: "x", LOG_LEVEL: "y" };
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  expect(() => readConfig(wrong)).toThrow(/PORT[\s\S]*LOG_LEVEL/);
});

test("refuses an engine and an address at once", () => {
  expect(() => readConfig({ DATABASE: "pglite", DATABASE_URL: "postgres://db/x" })).toThrow(/exclude each other/);
});
