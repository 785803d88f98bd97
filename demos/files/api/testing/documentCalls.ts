import { newId } from "#api/testing/testApi.ts";
import { documents, documentUploads, type WireFile } from "#demos/files/contract.ts";
import { partBytes } from "#demos/files/rules.ts";
import { call, type Transport } from "#web/call.ts";

/** The answer of the call of spec 001. */
export const wireList = async (transport: Transport) => {
  const response = await transport(new Request("https://mizan.test/api/file-manager-app/files"));
  return (await response.json()) as WireFile[];
};
export const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
export const partsOf = (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from({ length: Math.ceil(bytes.byteLength / partBytes) }, (_, at) => ({
    offset: at * partBytes,
    bytes: bytes.slice(at * partBytes, (at + 1) * partBytes),
  }));

/** Uploads a file as the page does. */
export async function uploadAs(
  by: Transport,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  parentId: string | null = null,
) {
  const sent = { id: newId(), parentId, name, size: bytes.byteLength, modifiedAt: "2026-01-01T00:00:00.000Z" };
  const { id } = await call(by, documentUploads.start, sent);
  for (const part of partsOf(bytes)) await call(by, documentUploads.putPart, { id, ...part });
  return call(by, documentUploads.finish, { id, sha256: await sha256(bytes) });
}

/** Rows of the root, by name, unless the input says otherwise. */
export const listItems = async (transport: Transport, input: object) =>
  (
    await call(transport, documents.list, {
      view: "folder",
      sort: "name",
      limit: 100,
      count: "none",
      ...input,
    } as never)
  ).rows;

export const createFolder = (by: Transport, name: string, parentId: string | null = null) =>
  call(by, documents.createFolder, { id: newId(), parentId, name });
