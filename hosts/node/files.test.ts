import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Files } from "#api/ports.ts";
import { directoryFiles } from "#hosts/node/files.ts";
import { type S3Settings, s3Files } from "#hosts/node/s3Files.ts";

// The same tests for every store: a folder, and an S3 service.

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
  // The service's only account (s3rver's README).
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
  test("returns what was put last", async () => {
    const files = stores.get(name)!;
    await files.put("kept/one/large", bytesOf("first"));
    await files.put("kept/one/large", bytesOf("second"));
    expect(textOf(await files.get("kept/one/large"))).toBe("second");
    expect(await files.get("kept/one/small")).toBeNull();
  });

  test("stores 20 MB byte for byte", async () => {
    const files = stores.get(name)!;
    const bytes = new Uint8Array(20_971_520);
    for (let at = 0; at < bytes.length; at += 4096) bytes[at] = at >>> 12;
    await files.put("kept/large/document", bytes);
    expect(Buffer.compare((await files.get("kept/large/document"))!, bytes)).toBe(0);
  });

  test("removes, and ignores files that do not exist", async () => {
    const files = stores.get(name)!;
    await files.put("kept/two/large", bytesOf("two"));
    await files.remove("kept/two/large");
    await files.remove("kept/two/large");
    expect(await files.get("kept/two/large")).toBeNull();
  });

  test("accepts the same file from two simultaneous writers", async () => {
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

test("a folder is readable by its owner only, and empty folders are removed", async () => {
  const files = stores.get("a folder")!;
  await files.put("kept/four/large", bytesOf("four"));
  expect(statSync(join(folder, "data/files/kept/four/large")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "data/files/kept/four")).mode & 0o777).toBe(0o700);
  await files.remove("kept/four/large");
  expect(readdirSync(join(folder, "data/files/kept"))).not.toContain("four");
});

test("a missing bucket or an unknown account is a fault and not an empty answer", async () => {
  const other = s3Files({ ...settings, bucket: "another" });
  await expect(other.get("kept/one/large")).rejects.toThrow("404 (NoSuchBucket)");
  // The service does not verify signatures of version 4, so a wrong secret can't be tested here.
  const outsider = s3Files({ ...settings, accessKeyId: "NOBODY" });
  await expect(outsider.get("kept/one/large")).rejects.toThrow("403 (InvalidAccessKeyId)");
});
