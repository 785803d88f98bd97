import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { aesCipher, cipherFingerprint, cipherKey } from "#api/cipher.ts";
import { OtherKeyError, requireSameKey } from "#api/cipherKey.ts";
import { testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";

const [right, wrong] = ["5e".repeat(32), "ab".repeat(32)];
const sealed = features.flatMap((feature) => feature.sealed ?? []);

async function open() {
  const api = await testApi([]);
  onTestFinished(api.close);
  const start = async (hex: string) => {
    const ctx = { ...api.api.systemContext(), cipher: aesCipher(cipherKey(hex)) };
    await requireSameKey(ctx, { fingerprint: await cipherFingerprint(hex), sealed });
  };
  /** The secret of a user's authenticator app, as stored by a release without fingerprints. */
  const sealSecret = async (hex: string) => {
    const { actor } = await api.signIn("Huda", []);
    const secret = await aesCipher(cipherKey(hex)).seal(new Uint8Array([1, 2, 3]), `authenticator:${actor.userId}`);
    await api.db.execute(sql`
      insert into authenticators (user_id, sealed_secret, created_at)
      values (${actor.userId}, decode(${Buffer.from(secret).toString("hex")}, 'hex'), now())`);
  };
  return { api, start, sealSecret };
}

test("a database accepts only the key that it was first used with", async () => {
  const { api, start } = await open();
  await start(right);
  await start(right);
  await expect(start(wrong)).rejects.toBeInstanceOf(OtherKeyError);
  await start(right);
  const [fact] = await rowsOf<{ value: string }>(api.db, sql`select value from house_facts where name = 'cipher_key'`);
  expect(fact!.value).toMatch(/^[0-9a-f]{64}$/);
  expect(fact!.value).not.toBe(right);
});

test("a database of an earlier release rejects a key that decrypts none of its secrets", async () => {
  const { start, sealSecret } = await open();
  await sealSecret(right);
  await expect(start(wrong)).rejects.toBeInstanceOf(OtherKeyError);
  await start(right);
});

test("a key that decrypts some secrets is accepted, and the start logs that others are lost", async () => {
  const { api, start, sealSecret } = await open();
  await sealSecret(wrong);
  await sealSecret(right);
  await start(right);
  expect(api.logged).toContainEqual({
    event: "some secrets were encrypted with another key",
    facts: { closed: 1, tried: 2 },
  });
});

test("a start tries every column with encrypted values", async () => {
  const { api } = await open();
  const columns = await rowsOf<{ name: string }>(
    api.db,
    sql`select table_name || '.' || column_name as name from information_schema.columns
         where table_schema = 'public' and data_type = 'bytea' and (column_name like 'sealed%' or column_name like '%\\_sealed') order by 1`,
  );
  expect(sealed.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(columns.map(({ name }) => name));
});
