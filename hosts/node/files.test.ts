import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Files } from "#api/ports.ts";
import { directoryFiles } from "#hosts/node/files.ts";
import { type S3Settings, s3Files } from "#hosts/node/s3Files.ts";

// What holds for every store, asked of each: a folder, and a service that speaks S3.

const folder = mkdtempSync(join(tmpdir(), "mizan-files-"));
const service = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: join(folder, "s3"),
  configureBuckets: [{ name: "mizan", configs: [] }],
});
let settings: S3Settings;
const stores = new Map<string, Files>();

beforeAll(async () => {
  const { port } = await service.run();
  // The service knows one account, by these words (s3rver's README).
  const account = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  settings = { endpoint: `http://127.0.0.1:${port}`, bucket: "mizan", region: "us-east-1", ...account };
  stores.set("a folder", directoryFiles(join(folder, "data")));
  stores.set("a service that speaks S3", s3Files(settings));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

describe.each(["a folder", "a service that speaks S3"])("%s", (name) => {
  test("hands out what was put, the last of it", async () => {
    const files = stores.get(name)!;
    await files.put("kept/one/large", bytesOf("first"));
    await files.put("kept/one/large", bytesOf("second"));
    expect(textOf(await files.get("kept/one/large"))).toBe("second");
    expect(await files.get("kept/one/small")).toBeNull();
  });

  test("keeps 20 MB byte for byte", async () => {
    const files = stores.get(name)!;
    const bytes = new Uint8Array(20_971_520);
    for (let at = 0; at < bytes.length; at += 4096) bytes[at] = at >>> 12;
    await files.put("kept/large/document", bytes);
    expect(Buffer.compare((await files.get("kept/large/document"))!, bytes)).toBe(0);
  });

  test("removes, and does not mind removing what is not there", async () => {
    const files = stores.get(name)!;
    await files.put("kept/two/large", bytesOf("two"));
    await files.remove("kept/two/large");
    await files.remove("kept/two/large");
    expect(await files.get("kept/two/large")).toBeNull();
  });

  test("takes the same file from two who put it at once", async () => {
    const files = stores.get(name)!;
    await Promise.all(Array.from({ length: 8 }, () => files.put("kept/three/large", bytesOf("three"))));
    expect(textOf(await files.get("kept/three/large"))).toBe("three");
  });

  test.each(["../passwd", "kept/../../passwd", "/etc/passwd", "kept", "kept/a b", "kept/a?x", "kept/%2e%2e/a", ""])(
    "refuses %j as a key",
    async (key) => {
      const files = stores.get(name)!;
      await expect(files.put(key, bytesOf("x"))).rejects.toThrow("not a file key");
      await expect(files.get(key)).rejects.toThrow("not a file key");
      await expect(files.remove(key)).rejects.toThrow("not a file key");
    },
  );
});

test("a folder is readable by its owner alone, and empty folders go", async () => {
  const files = stores.get("a folder")!;
  await files.put("kept/four/large", bytesOf("four"));
  expect(statSync(join(folder, "data/files/kept/four/large")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "data/files/kept/four")).mode & 0o777).toBe(0o700);
  await files.remove("kept/four/large");
  expect(readdirSync(join(folder, "data/files/kept"))).not.toContain("four");
});

test("a bucket that is not there, or an unknown account, is a fault and not an empty answer", async () => {
  const other = s3Files({ ...settings, bucket: "another" });
  await expect(other.get("kept/one/large")).rejects.toThrow("404 (NoSuchBucket)");
  // It does not look at the signatures of version 4, so that a wrong secret cannot be tried here.
  const stranger = s3Files({ ...settings, accessKeyId: "NOBODY" });
  await expect(stranger.get("kept/one/large")).rejects.toThrow("403 (InvalidAccessKeyId)");
});
