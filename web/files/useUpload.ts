import { useState } from "react";
import { type FileRule, fileRefusals, type StoredFile, describeFile, uploadFile } from "#base/files.ts";
import { newId } from "#web/newId.ts";
import { Refusal } from "#base/refusal.ts";
import { call, type Transport } from "#web/call.ts";
import { keyOf } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** The server may need half a minute for a page of large pictures. */
const tries = 12;

/** Uploads files of one purpose. `count` is how many are in progress. */
export function useUpload(rule: FileRule) {
  const { transport, queryClient } = useApiClient();
  const [count, setCount] = useState(0);
  const upload = async (file: File): Promise<StoredFile> => {
    refuseUnfit(rule, file);
    setCount((before) => before + 1);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const input = { id: newId(), purpose: rule.purpose, name: nameOf(file), bytes };
      const stored = await sendPatiently(transport, input);
      queryClient.setQueryData(keyOf(describeFile, { id: stored.id }), stored);
      return stored;
    } finally {
      setCount((before) => before - 1);
    }
  };
  return { upload, count };
}

/** What can be checked before the upload. The server checks the rest, from the bytes. */
function refuseUnfit({ bytesMax }: FileRule, { size }: File): void {
  if (size === 0) throw fileRefusals.file_empty();
  if (size > bytesMax) throw fileRefusals.file_too_large({ maximumMb: Math.floor(bytesMax / 1_048_576) });
}

const nameOf = ({ name }: File) =>
  Array.from(name.normalize("NFC").replaceAll(/\p{Cc}/gu, " "))
    .slice(-255)
    .join("")
    .trim() || "file";

type UploadInput = Parameters<typeof call<typeof uploadFile>>[2];

/** A large picture may take longer than the response timeout: a retry with the same id then finds it stored. */
async function sendPatiently(transport: Transport, input: UploadInput, left = tries): Promise<StoredFile> {
  try {
    return await call(transport, uploadFile, input);
  } catch (error) {
    const isPassing = error instanceof Refusal && error.status === 503;
    if (!isPassing || left === 1) throw error;
    const waitMs = Number(error.details.retryAfterSeconds ?? 1) * 1000;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return sendPatiently(transport, input, left - 1);
  }
}
