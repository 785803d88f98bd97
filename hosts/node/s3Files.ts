import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import type { Files } from "#api/ports.ts";
import { requireKey } from "#hosts/node/files.ts";

export type S3Settings = {
  /** Without a slash at the end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Enough for sending 20 MB to a remote service. */
const patienceMs = 30_000;
/** After a 5xx or 429. Putting a file twice is harmless. */
const retries = 2;

/**
 * Files in a bucket of any S3-compatible service. The bucket stays private: everything goes through the API, which
 * checks permissions.
 */
export function s3Files({ endpoint, bucket, ...credentials }: S3Settings): Files {
  const client = new AwsClient({ ...credentials, service: "s3", retries });
  const send = async (key: string, method: "GET" | "PUT" | "DELETE", bytes?: Uint8Array) => {
    requireKey(key);
    return client.fetch(`${endpoint}/${bucket}/${key}`, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
      // Signed with its hash, so that the service refuses a body that was changed on the way.
      ...(bytes
        ? {
            body: bytes as Uint8Array<ArrayBuffer>,
            headers: { "x-amz-content-sha256": sha256(bytes), "content-type": "application/octet-stream" },
          }
        : {}),
    });
  };
  return {
    put: async (key, bytes) => {
      const response = await send(key, "PUT", bytes);
      await requireDone(response, "PUT");
    },
    get: async (key) => {
      const response = await send(key, "GET");
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      if (!(await isMissing(response))) await requireDone(response, "GET");
      return null;
    },
    remove: async (key) => {
      const response = await send(key, "DELETE");
      if (!(await isMissing(response))) await requireDone(response, "DELETE");
    },
  };
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Only a missing object: a missing bucket is a wrong setting. */
const isMissing = async (response: Response) =>
  response.status === 404 && /<Code>NoSuchKey<\/Code>/.test(await response.clone().text());

async function requireDone(response: Response, method: string): Promise<void> {
  if (response.ok) {
    await response.body?.cancel();
    return;
  }
  const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? "no code";
  throw new Error(`the file store answered ${response.status} (${code}) to a ${method}`);
}
