import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Output } from "#base/contract.ts";
import { minuteMs } from "#base/time.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { session } from "#features/access/session/contract.ts";
import {
  type FactorQuestion,
  factors,
  type PasskeyAnswer,
  type PasskeyQuestion,
} from "#features/access/session/contract/factors.ts";
import { call, type Transport } from "#web/call.ts";

const password = "nine lemon trees in a row";
let app: SessionApi;

beforeAll(async () => {
  app = await sessionApi();
});
afterAll(() => app.close());

describe.each(["ES256", "RS256"] as const)("a passkey with %s", (kind) => {
  test("is asked for after the password, and signs in", async () => {
    const email = `second-${kind}@mizan.example`;
    const { device, recoveryCodes } = await withPasskey(email, { kind });
    expect(recoveryCodes).toHaveLength(10);
    const { passkey, challenge, hasAuthenticator } = await questionOf(email);
    expect(hasAuthenticator).toBe(false);
    expect(passkey).toMatchObject({
      needsVerification: false,
      relyingPartyId: "mizan.test",
      known: [{ id: device.id }],
    });
    const answer = { challenge, passkey: device.answer(passkey!) };
    const { accessToken } = await call(app.anonymous, factors.signInWithFactor, answer);
    expect(await call(app.transportFor({ token: accessToken }), session.readPerson, {})).toMatchObject({ email });
  });

  test("signs in alone if it has verified the user, and not otherwise", async () => {
    const email = `alone-${kind}@mizan.example`;
    const { device } = await withPasskey(email, { kind });
    const question = await call(app.anonymous, factors.startPasskeySignIn, {});
    expect(question).toMatchObject({ needsVerification: true, known: [] });
    const present = { challenge: question.challenge, passkey: device.answer(question, { isVerified: false }) };
    expect(await refusalOf(call(app.anonymous, factors.signInWithPasskey, present))).toMatchObject({
      status: 401,
      code: "passkey_not_accepted",
    });
    const next = await call(app.anonymous, factors.startPasskeySignIn, {});
    const verified = { challenge: next.challenge, passkey: device.answer(next) };
    const { accessToken } = await call(app.anonymous, factors.signInWithPasskey, verified);
    expect(await call(app.transportFor({ token: accessToken }), session.readPerson, {})).toMatchObject({ email });
  });
});

describe("is rejected", () => {
  const lies: [string, Lie][] = [
    ["from another site", { origin: "https://evil.test" }],
    ["from another port", { origin: "https://mizan.test:8443" }],
    ["in a frame of another site", { crossOrigin: true }],
    ["as the making of one", { type: "webauthn.create" }],
    ["to another question", { challenge: "b".repeat(43) }],
    ["for another host", { relyingPartyId: "evil.test" }],
    ["with nobody there", { isPresent: false }],
    ["with a broken signature", { breaks: "signature" }],
    ["with other bytes than were signed", { breaks: "authenticator" }],
    ["with a signature of no form", { signature: Buffer.from("nonsense") }],
  ];
  test.each(lies)("a response %s", async (name, lie) => {
    const email = `${createHash("sha1").update(name).digest("hex")}@mizan.example`;
    const { device } = await withPasskey(email);
    const question = await call(app.anonymous, factors.startPasskeySignIn, {});
    const input = { challenge: question.challenge, passkey: device.answer(question, lie) };
    expect(await refusalOf(call(app.anonymous, factors.signInWithPasskey, input))).toMatchObject({
      code: "passkey_not_accepted",
    });
    const second = await questionOf(email);
    const answer = { challenge: second.challenge, passkey: device.answer(second.passkey!, lie) };
    expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, answer))).toMatchObject({
      code: "second_factor_wrong",
    });
  });

  test("another user's passkey, or one that does not exist", async () => {
    await withPasskey("victim@mizan.example");
    const { device } = await withPasskey("attacker@mizan.example");
    const unknown = softAuthenticator({});
    for (const each of [device, unknown]) {
      const { challenge, passkey } = await questionOf("victim@mizan.example");
      const answer = { challenge, passkey: each.answer(passkey!) };
      expect(await refusalOf(call(app.anonymous, factors.signInWithFactor, answer))).toMatchObject({
        code: "second_factor_wrong",
      });
    }
    const question = await call(app.anonymous, factors.startPasskeySignIn, {});
    const alone = { challenge: question.challenge, passkey: unknown.answer(question) };
    expect(await refusalOf(call(app.anonymous, factors.signInWithPasskey, alone))).toMatchObject({
      code: "passkey_not_accepted",
    });
  });

  test("a second response to one challenge, or one after five minutes", async () => {
    const { device } = await withPasskey("twice@mizan.example");
    const question = await call(app.anonymous, factors.startPasskeySignIn, {});
    const answers = Array.from({ length: 6 }, () => ({
      challenge: question.challenge,
      passkey: device.answer(question),
    }));
    const outcomes = await Promise.allSettled(
      answers.map((each) => call(app.anonymous, factors.signInWithPasskey, each)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    const late = await call(app.anonymous, factors.startPasskeySignIn, {});
    app.clock.advance(5 * minuteMs);
    const input = { challenge: late.challenge, passkey: device.answer(late) };
    expect(await refusalOf(call(app.anonymous, factors.signInWithPasskey, input))).toMatchObject({
      code: "challenge_expired",
    });
  });

  test("a counter that does not increase, as with a copied key; but not with one that does not count", async () => {
    const { device } = await withPasskey("copied@mizan.example");
    for (const [count, isTaken] of [
      [5, true],
      [5, false],
      [4, false],
      [6, true],
    ] as const) {
      const question = await call(app.anonymous, factors.startPasskeySignIn, {});
      const input = { challenge: question.challenge, passkey: device.answer(question, { count }) };
      const outcome = await call(app.anonymous, factors.signInWithPasskey, input).then(
        () => true,
        () => false,
      );
      expect({ count, isTaken: outcome }).toEqual({ count, isTaken });
    }
    const uncounted = (await withPasskey("uncounted@mizan.example", { isCounting: false })).device;
    for (let nth = 0; nth < 2; nth++) {
      const question = await call(app.anonymous, factors.startPasskeySignIn, {});
      await call(app.anonymous, factors.signInWithPasskey, {
        challenge: question.challenge,
        passkey: uncounted.answer(question),
      });
    }
  });

  test("if the user is disabled", async () => {
    const { device, userId } = await withPasskey("disabled@mizan.example");
    await app.db.execute(sql`update users set status = 'disabled' where id = ${userId}`);
    const question = await call(app.anonymous, factors.startPasskeySignIn, {});
    const input = { challenge: question.challenge, passkey: device.answer(question) };
    expect(await refusalOf(call(app.anonymous, factors.signInWithPasskey, input))).toMatchObject({
      code: "passkey_not_accepted",
    });
  });
});

test("a retried request adds a passkey once, and a known passkey is not added again", async () => {
  const { device, transport, added } = await withPasskey("adding@mizan.example");
  expect(await call(transport, factors.addPasskey, added)).toEqual({ recoveryCodes: [] });
  const order = await call(transport, factors.startPasskey, {});
  expect(order.known).toEqual([{ id: device.id, transports: ["internal"] }]);
  const again = { id: newId(), name: "Again", challenge: order.challenge, credential: device.credential(order) };
  expect(await refusalOf(call(transport, factors.addPasskey, again))).toMatchObject({
    status: 409,
    code: "passkey_known",
  });
  const { passkeys } = await call(transport, factors.readFactors, {});
  expect(passkeys).toMatchObject([{ name: "Laptop", lastUsedAt: null }]);
});

test("adding a passkey rejects one that was not created here and now for this user", async () => {
  const { transport } = await withPasskey("strict@mizan.example");
  const outsider = (await withPasskey("stranger@mizan.example")).transport;
  const lies: Lie[] = [
    { origin: "https://evil.test" },
    { type: "webauthn.get" },
    { relyingPartyId: "evil.test" },
    { isPresent: false },
    { idLength: 0 },
    { idLength: 1024 },
    { idLength: 5_000 },
  ];
  for (const lie of lies) {
    const order = await call(transport, factors.startPasskey, {});
    const input = {
      id: newId(),
      name: "x",
      challenge: order.challenge,
      credential: softAuthenticator({}).credential(order, lie),
    };
    expect(await refusalOf(call(transport, factors.addPasskey, input))).toMatchObject({
      status: 422,
      code: "passkey_refused",
    });
  }
  const order = await call(transport, factors.startPasskey, {});
  const stolen = {
    id: newId(),
    name: "x",
    challenge: order.challenge,
    credential: softAuthenticator({}).credential(order),
  };
  expect(await refusalOf(call(outsider, factors.addPasskey, stolen))).toMatchObject({ code: "passkey_refused" });
});

test("several have names: rename, remove; without the last one the password is enough again", async () => {
  const { transport, device } = await withPasskey("several@mizan.example");
  await addPasskey(transport, softAuthenticator({}), "Phone");
  const [laptop, phone] = (await call(transport, factors.readFactors, {})).passkeys;
  await call(transport, factors.renamePasskey, { passkeyId: phone!.id, version: 1, name: "Old phone" });
  expect(
    await refusalOf(call(transport, factors.renamePasskey, { passkeyId: phone!.id, version: 1, name: "Phone" })),
  ).toMatchObject({ code: "version_conflict" });
  const other = (await withPasskey("not-mine@mizan.example")).transport;
  expect(await refusalOf(call(other, factors.removePasskey, { passkeyId: phone!.id, proof: password }))).toMatchObject({
    code: "not_found",
  });
  expect(await refusalOf(call(transport, factors.removePasskey, { passkeyId: phone!.id }))).toMatchObject({
    code: "proof_required",
  });

  await call(transport, factors.removePasskey, { passkeyId: laptop!.id, proof: password });
  expect((await questionOf("several@mizan.example")).passkey?.known).toHaveLength(1);
  const question = await call(app.anonymous, factors.startPasskeySignIn, {});
  const gone = { challenge: question.challenge, passkey: device.answer(question) };
  expect(await refusalOf(call(app.anonymous, factors.signInWithPasskey, gone))).toMatchObject({
    code: "passkey_not_accepted",
  });
  await call(transport, factors.removePasskey, { passkeyId: phone!.id, proof: password });
  await app.enter("several@mizan.example", password);
});

test("a user can have at most twenty", async () => {
  const { transport } = await withPasskey("many@mizan.example");
  for (let nth = 2; nth <= 20; nth++) await addPasskey(transport, softAuthenticator({}), `Key ${nth}`);
  expect(await refusalOf(addPasskey(transport, softAuthenticator({}), "One more"))).toMatchObject({
    code: "too_many_passkeys",
  });
});

test("a user without a password proves their identity with a recent sign-in, and must sign in again if it is not recent", async () => {
  const { transport, userId } = await withPasskey("nopassword@mizan.example");
  await app.db.execute(sql`update users set password_hash = null where id = ${userId}`);
  const [passkey] = (await call(transport, factors.readFactors, {})).passkeys;
  app.clock.advance(10 * minuteMs);
  expect(await refusalOf(call(transport, factors.removePasskey, { passkeyId: passkey!.id }))).toMatchObject({
    status: 403,
    code: "sign_in_again",
  });
});

// ------------------------------------------------------------------------------------------ a software authenticator

type Lie = {
  origin?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  relyingPartyId?: string;
  isPresent?: boolean;
  isVerified?: boolean;
  count?: number;
  breaks?: "signature" | "authenticator";
  signature?: Buffer;
  /** In bytes. */
  idLength?: number;
};
type Question = Pick<PasskeyQuestion, "challenge" | "relyingPartyId">;

/** A browser with its authenticator, which can also be made to respond wrongly. */
function softAuthenticator({ kind = "ES256", isCounting = true }: { kind?: "ES256" | "RS256"; isCounting?: boolean }) {
  const credentialId = randomBytes(32);
  const { publicKey, privateKey } = keyPair(kind);
  let used = 0;
  const clientOf = (type: string, question: Question, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? question.challenge,
        origin: lie.origin ?? "https://mizan.test",
        crossOrigin: lie.crossOrigin ?? false,
      }),
    );
  const headOf = (question: Question, lie: Lie, flags: number, count: number) => {
    const seen = (lie.isPresent === false ? 0 : 0x01) | (lie.isVerified === false ? 0 : 0x04);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    const host = createHash("sha256")
      .update(lie.relyingPartyId ?? question.relyingPartyId)
      .digest();
    return Buffer.concat([host, Buffer.from([seen | flags]), counted]);
  };
  return {
    id: credentialId.toString("base64url"),
    credential: (order: Output<typeof factors.startPasskey>, lie: Lie = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(lie.idLength ?? credentialId.length);
      // The key follows once more, in COSE; the browser also provides it as SPKI.
      const attested = Buffer.concat([
        Buffer.alloc(16),
        length,
        credentialId,
        Buffer.alloc(lie.idLength ?? 0),
        Buffer.from([0xa5, 0x01, 0x02]),
      ]);
      return {
        client: clientOf("webauthn.create", order, lie).toString("base64url"),
        authenticator: Buffer.concat([headOf(order, lie, 0x40, 0), attested]).toString("base64url"),
        publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64url"),
        algorithm: kind === "ES256" ? -7 : -257,
        transports: ["internal"],
      };
    },
    answer: (question: Question, lie: Lie = {}): PasskeyAnswer => {
      used++;
      const client = clientOf("webauthn.get", question, lie);
      const authenticator = headOf(question, lie, 0, lie.count ?? (isCounting ? used : 0));
      const signed = Buffer.concat([authenticator, createHash("sha256").update(client).digest()]);
      const signature = lie.signature ?? sign("sha256", signed, privateKey);
      if (lie.breaks === "signature") signature[signature.length - 1]! ^= 1;
      if (lie.breaks === "authenticator") authenticator[36]! ^= 0x80;
      return {
        credentialId: credentialId.toString("base64url"),
        client: client.toString("base64url"),
        authenticator: authenticator.toString("base64url"),
        signature: signature.toString("base64url"),
      };
    },
  };
}

function keyPair(kind: "ES256" | "RS256"): { publicKey: KeyObject; privateKey: KeyObject } {
  return kind === "ES256"
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength: 2048 });
}

async function addPasskey(transport: Transport, device: ReturnType<typeof softAuthenticator>, name: string) {
  const order = await call(transport, factors.startPasskey, {});
  const added = { id: newId(), name, challenge: order.challenge, credential: device.credential(order) };
  return { added, ...(await call(transport, factors.addPasskey, added)) };
}

async function withPasskey(email: string, options: Parameters<typeof softAuthenticator>[0] = {}) {
  const { userId } = await app.addPerson({ email, password });
  const transport = await app.transportOf(email, password);
  const device = softAuthenticator(options);
  return { userId, transport, device, ...(await addPasskey(transport, device, "Laptop")) };
}

async function questionOf(email: string): Promise<FactorQuestion> {
  const refusal = await refusalOf(app.enter(email, password));
  expect(refusal).toMatchObject({ status: 401, code: "second_factor_required" });
  return refusal.details as FactorQuestion;
}
