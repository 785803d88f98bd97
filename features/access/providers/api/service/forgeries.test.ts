import { exportSPKI, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minuteMs, secondMs } from "#base/time.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { providers } from "#features/access/providers/contract.ts";
import { providersFeature } from "#features/access/providers/api/routes.ts";
import { httpClient } from "#hosts/node/httpClient.ts";
import {
  clientId,
  type ForgedProvider,
  signed,
  startForgedProvider,
  unsigned,
} from "#hosts/node/testing/forgedProvider.ts";
import { call } from "#web/call.ts";

// Forged responses: every way in which a token can be wrong, one at a time.

let forged: ForgedProvider;
let app: SessionApi;
/** The parameters that each browser was sent with, by the code that it returns with. */
const begun = new Map<string, URLSearchParams>();
let people = 0;
beforeAll(async () => {
  forged = await startForgedProvider((code) => {
    const seconds = Math.floor(Date.parse(app.clock.now) / 1000);
    const who = { sub: "one", email: "one@company.example", email_verified: true };
    const when = { iat: seconds, exp: seconds + 300 };
    return { iss: forged.issuer, aud: clientId, nonce: begun.get(code)?.get("nonce") ?? "", ...when, ...who };
  });
  const settings = { kind: "openId", code: "forged", name: "Forged", defaultRole: null } as const;
  app = await sessionApi({
    features: [providersFeature],
    httpClient,
    signInProviders: [{ ...settings, issuer: forged.issuer, clientId, clientSecret: null }],
  });
  await app.addPerson({ email: "one@company.example" });
});
beforeEach(() => {
  Object.assign(forged, { forge: signed, description: {}, isSilent: false });
});
afterAll(async () => {
  await app.close();
  await forged.stop();
});

async function signIn() {
  const { url, ticket } = await call(app.anonymous, providers.begin, { provider: "forged" });
  const requested = new URL(url).searchParams;
  const code = `code-${++people}`;
  begun.set(code, requested);
  return call(app.anonymous, providers.finish, { provider: "forged", ticket, state: requested.get("state")!, code });
}
const unproven = {
  status: 401,
  code: "identity_unproven",
  message: "We couldn’t verify the response from Forged. Start again.",
};
const reasonLogged = () => app.logged.at(-1)?.facts.reason;
const withClaims = (change: JWTPayload) => {
  forged.forge = (claims, key) => signed({ ...claims, ...change }, key);
};
const seconds = () => Math.floor(Date.parse(app.clock.now) / 1000);

test("a correct response signs a user in", async () => {
  expect(await signIn()).toHaveProperty("accessToken");
});

describe("a token is rejected", () => {
  test.each([
    ["for another client", { aud: "another" }, "ERR_JWT_CLAIM_VALIDATION_FAILED aud"],
    ["for several, of whom it names none", { aud: [clientId, "another"] }, "azp"],
    ["for several, of whom it names another", { aud: [clientId, "another"], azp: "another" }, "azp"],
    ["that names another as the one it is for", { azp: "another" }, "azp"],
    ["of another issuer", { iss: "https://accounts.example" }, "ERR_JWT_CLAIM_VALIDATION_FAILED iss"],
    ["with another nonce", { nonce: "x".repeat(43) }, "nonce"],
    ["with the nonce as a list", { nonce: ["x"] }, "nonce"],
    ["without a nonce", { nonce: undefined }, "ERR_JWT_CLAIM_VALIDATION_FAILED nonce"],
    ["without a subject", { sub: undefined }, "ERR_JWT_CLAIM_VALIDATION_FAILED sub"],
    ["with an empty subject", { sub: "" }, "sub"],
    ["without an end", { exp: undefined }, "ERR_JWT_CLAIM_VALIDATION_FAILED exp"],
  ])("%s", async (_name, change, reason) => {
    withClaims(change as JWTPayload);
    expect(await refusalOf(signIn())).toMatchObject(unproven);
    expect(reasonLogged()).toBe(reason);
  });

  test("from a minute after its expiry, the allowed clock difference, and not before", async () => {
    withClaims({ exp: seconds() - 59 });
    expect(await signIn()).toHaveProperty("accessToken");
    withClaims({ exp: seconds() - 60 });
    expect(await refusalOf(signIn())).toMatchObject(unproven);
    expect(reasonLogged()).toBe("ERR_JWT_EXPIRED");
  });

  test("that is not valid yet", async () => {
    withClaims({ nbf: seconds() + 61 });
    expect(await refusalOf(signIn())).toMatchObject(unproven);
  });

  test("without a signature", async () => {
    forged.forge = async (claims) => unsigned(claims);
    expect(await refusalOf(signIn())).toMatchObject(unproven);
    expect(reasonLogged()).toBe("ERR_JOSE_ALG_NOT_ALLOWED");
  });

  test("whose signature was removed, or is for other claims", async () => {
    forged.forge = async (claims, key) => (await signed(claims, key)).replace(/[^.]*$/, "");
    expect(await refusalOf(signIn())).toMatchObject(unproven);
    forged.forge = async (claims, key) => {
      const [honest, other] = [await signed(claims, key), await signed({ ...claims, sub: "two" }, key)];
      return `${other.split(".").slice(0, 2).join(".")}.${honest.split(".")[2]}`;
    };
    expect(await refusalOf(signIn())).toMatchObject(unproven);
    expect(reasonLogged()).toBe("ERR_JWS_SIGNATURE_VERIFICATION_FAILED");
  });

  test("that is signed with the public key, or our own secret, as a shared key", async () => {
    forged.forge = async (claims, { publicKey, kid }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid })
        .sign(new TextEncoder().encode(await exportSPKI(publicKey)));
    expect(await refusalOf(signIn())).toMatchObject(unproven);
    expect(reasonLogged()).toBe("ERR_JOSE_ALG_NOT_ALLOWED");
  });

  test.each(["", "a.b.c", "null", "x".repeat(9000)])("that is malformed: %j", async (token) => {
    forged.forge = async () => token;
    expect(await refusalOf(signIn())).toMatchObject(unproven);
  });
});

describe("a provider that changes its key", () => {
  test("is accepted immediately, and asked for its keys once", async () => {
    await signIn();
    await forged.changeKey(true);
    app.clock.advance(30 * secondMs);
    const before = forged.requests.get("/jwks") ?? 0;
    expect(await signIn()).toHaveProperty("accessToken");
    expect(await signIn()).toHaveProperty("accessToken");
    expect((forged.requests.get("/jwks") ?? 0) - before).toBe(1);
  });

  test("without publishing it is not accepted, and not asked again for half a minute", async () => {
    await forged.changeKey(false);
    app.clock.advance(30 * secondMs);
    const before = forged.requests.get("/jwks") ?? 0;
    for (let n = 0; n < 5; n++) expect(await refusalOf(signIn())).toMatchObject(unproven);
    expect(reasonLogged()).toBe("ERR_JWKS_NO_MATCHING_KEY");
    expect((forged.requests.get("/jwks") ?? 0) - before).toBe(1);
    await forged.changeKey(true);
    app.clock.advance(10 * minuteMs);
    expect(await signIn()).toHaveProperty("accessToken");
  });
});

describe("an address", () => {
  test("that the user info endpoint returns for another user is ignored", async () => {
    await app.addPerson({ email: "admin@mizan.test", role: "admin" });
    withClaims({ sub: "nameless", email: undefined, email_verified: undefined });
    expect(await refusalOf(signIn())).toMatchObject({ code: "provider_address_unverified" });
  });
});

describe("a provider whose configuration is not its own", () => {
  test.each([
    ["names another issuer", { issuer: "https://accounts.example" }],
    ["has its tokens fetched from a file", { token_endpoint: "file:///etc/passwd" }],
    ["has its keys fetched from nowhere", { jwks_uri: "nowhere" }],
    ["leaves out where to go", { authorization_endpoint: undefined }],
  ])("%s", async (_name, description) => {
    forged.description = description;
    app.clock.advance(61 * minuteMs);
    expect(await refusalOf(signIn())).toMatchObject({ status: 503, code: "provider_unreachable" });
  });

  test("is treated as unreachable", async () => {
    forged.isSilent = true;
    expect(await refusalOf(signIn())).toMatchObject({ status: 503, code: "provider_unreachable" });
  });
});

test("no token, code or secret is in the log, after any refusal", () => {
  const log = JSON.stringify(app.logged);
  expect(log).toContain("identity unproven");
  expect(log).not.toMatch(/eyJ|code-\d|"x{43}|an-access-token/);
});
