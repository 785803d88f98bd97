import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { importPath, imports } from "#features/imports/contract.ts";
import type { FileText } from "#features/imports/web/useFileText.ts";
import { call } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import { useReach } from "#web/useReach.ts";
import { useLanguage } from "#web/useWords.ts";

/** 20 MB through a slow line; the four seconds of an ordinary call would end before the file is out. */
const uploadTimeoutMs = 300_000;

type Sending = { readonly name: string; readonly error: unknown } | null;

/** Sends a file and opens its import. The id is made once a file, so that a second try of the same file is the first. */
export function useUpload(resource: string) {
  const { transport, queryClient } = useReach();
  const language = useLanguage();
  const navigate = useNavigate();
  const [ids] = useState(() => new WeakMap<File, string>());
  const [sending, setSending] = useState<Sending>(null);
  const send = async ({ file, encoding, text }: FileText) => {
    const importId = ids.get(file) ?? newId();
    ids.set(file, importId);
    setSending({ name: file.name, error: null });
    try {
      const input = { importId, resource, fileName: file.name.slice(0, 255), encoding, language, text };
      await call(transport, imports.upload, input, { timeoutMs: uploadTimeoutMs });
      void refresh(queryClient, [imports.list]);
      await navigate({ to: importPath(resource, importId) });
    } catch (error) {
      // A file that was refused is mended and chosen again: another file, under another id.
      ids.delete(file);
      setSending({ name: file.name, error });
    }
  };
  return { send, isSending: sending !== null && sending.error === null, sending, forget: () => setSending(null) };
}
