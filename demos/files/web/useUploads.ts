import { useCallback, useEffect, useRef, useState } from "react";
import type { Input } from "#base/contract.ts";
import { toHex } from "#base/hex.ts";
import { Refusal } from "#base/refusal.ts";
import { documentUploads } from "#demos/files/contract.ts";
import { isLarge, joinDigests, partBytes, sentPartsMax } from "#demos/files/rules.ts";
import { fileReads } from "#demos/files/web/useFileActions.ts";
import { call, type Transport } from "#web/call.ts";
import { newId } from "#web/newId.ts";
import { refresh } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

export type SentFile = {
  readonly key: string;
  readonly file: File;
  readonly parentId: string | null;
  readonly received: number;
  readonly state: "sending" | "failed" | "done";
  /** Why it broke off. */
  readonly error: unknown;
};

const attemptsMax = 6;
const firstWaitMs = 500;
const fastMs = 1000;

/**
 * Sends files in parts, one file after the other. What breaks off continues where it was: by itself for a while, then
 * when the user asks, and after a reload when the same file is chosen again.
 */
export function useUploads() {
  const { transport, queryClient } = useApiClient();
  const [sent, setSent] = useState<readonly SentFile[]>([]);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const stopped = useRef(new Set<string>());
  const change = useCallback(
    (key: string, next: Partial<SentFile>) =>
      setSent((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each))),
    [],
  );
  useEffect(() => {
    const known = stopped.current;
    return () => void known.add("all");
  }, []);
  const isStopped = (key: string) => stopped.current.has(key) || stopped.current.has("all");
  const run = (key: string, file: File, parentId: string | null) => {
    const before = turn.current;
    const next = async () => {
      await before;
      if (isStopped(key)) return;
      change(key, { state: "sending", error: null });
      try {
        await send(transport, { file, parentId, isStopped: () => isStopped(key) }, (received) =>
          change(key, { received }),
        );
        change(key, { state: "done", received: file.size });
      } catch (error) {
        change(key, { state: "failed", error });
      }
      await refresh(queryClient, [...fileReads, documentUploads.list]);
    };
    turn.current = next();
  };
  return {
    sent,
    add: (files: readonly File[], parentId: string | null) => {
      stopped.current.delete("all");
      const added = files.map((file): SentFile => {
        return { key: newId(), file, parentId, received: 0, state: "sending", error: null };
      });
      setSent((all) => [...all.filter(({ state }) => state !== "done"), ...added]);
      for (const { key, file } of added) run(key, file, parentId);
    },
    retry: ({ key, file, parentId }: SentFile) => run(key, file, parentId),
    dismiss: (key: string) => {
      stopped.current.add(key);
      setSent((all) => all.filter((each) => each.key !== key));
    },
  };
}

type Sending = { readonly file: File; readonly parentId: string | null; readonly isStopped: () => boolean };

async function send(transport: Transport, sending: Sending, onReceived: (received: number) => void): Promise<void> {
  const { file, parentId, isStopped } = sending;
  const { name, size: byteCount, lastModified } = file;
  const about = {
    id: newId(),
    parentId,
    name: name.normalize("NFC"),
    size: byteCount,
    modifiedAt: new Date(lastModified).toISOString(),
  };
  const { id, received } = await patiently(() => call(transport, documentUploads.start, about));
  onReceived(received);
  const requests: Promise<Arrival>[] = [];
  let next = received;
  let parts = 1;
  for (let offset = received; offset < byteCount; ) {
    if (isStopped()) return;
    // Where the network is fast, the next parts are on their way while the server stores these.
    while (next < byteCount && requests.length < (parts === 1 ? 1 : 2)) {
      const bytes = await readParts(file, next, parts);
      const request = sendParts(transport, { id, offset: next, bytes });
      // It is awaited later, unless an earlier one fails.
      request.catch(() => {});
      requests.push(request);
      next += bytes.byteLength;
    }
    const arrival = await requests.shift()!;
    offset = arrival.received;
    onReceived(offset);
    if (offset < arrival.end) {
      await Promise.all(requests.splice(0));
      next = offset;
    }
    next = Math.max(next, offset);
    // More at once where they are fast, so that a slow network loses little when it breaks off.
    parts = arrival.isFast ? Math.min(parts * 2, sentPartsMax) : 1;
  }
  const sha256 = await digestOf(file);
  await patiently(() => call(transport, documentUploads.finish, { id, ...(sha256 === null ? {} : { sha256 }) }));
}

type Arrival = {
  /** Where to continue. A server that crashed may lack the last parts, and then it is before `end`. */
  readonly received: number;
  /** Where the parts of this request end. */
  readonly end: number;
  readonly isFast: boolean;
};

async function sendParts(transport: Transport, sent: Input<typeof documentUploads.putPart>): Promise<Arrival> {
  const startedAt = performance.now();
  const received = await storedAfter(transport, sent);
  return { received, end: sent.offset + sent.bytes.byteLength, isFast: performance.now() - startedAt < fastMs };
}

async function storedAfter(transport: Transport, sent: Input<typeof documentUploads.putPart>): Promise<number> {
  try {
    return (await patiently(() => call(transport, documentUploads.putPart, sent))).received;
  } catch (error) {
    if (error instanceof Refusal && error.code === "part_misplaced") return Number(error.details.received);
    throw error;
  }
}

/** Tries again what the server did not refuse: the network or the server was away. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isRefused = error instanceof Refusal && error.status >= 400 && error.status < 500;
      if (isRefused || attempt === attemptsMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstWaitMs * 2 ** (attempt - 1)));
    }
  }
}

/**
 * As `documentUploads.finish` takes it. Read again, so that a file that changed meanwhile is noticed; a large one part by
 * part. Null on pages without TLS, where browsers can't compute it.
 */
async function digestOf(file: File): Promise<string | null> {
  if ((crypto as { readonly subtle?: SubtleCrypto }).subtle === undefined) return null;
  if (!isLarge(file.size)) return sha256Of(new Uint8Array(await file.arrayBuffer()));
  const digests: string[] = [];
  for (let offset = 0; offset < file.size; offset += partBytes)
    digests.push(await sha256Of(await readParts(file, offset, 1)));
  return sha256Of(joinDigests(digests));
}

const sha256Of = async (bytes: Uint8Array<ArrayBuffer>) =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

const readParts = async (file: File, offset: number, count: number) =>
  new Uint8Array(await file.slice(offset, offset + count * partBytes).arrayBuffer());
