import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { importPath, imports } from "#features/platform/imports/contract.ts";
import type { FileText } from "#features/platform/imports/web/useFileText.ts";
import { call, isPassing } from "#web/call.ts";
import { refresh } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage } from "#web/useMessages.ts";

/** A workbook as it is, or the text of any other file. */
type UploadContent = FileText | { readonly file: File; readonly bytes: Uint8Array<ArrayBuffer> };

type Sending = { readonly name: string; readonly error: unknown } | null;

/**
 * Uploads a file and opens its import. The id is created once per file, so that a retry finds the first upload, even if
 * the user selects the file again because no answer came.
 */
export function useUpload(resource: string) {
  const { transport, queryClient } = useApiClient();
  const language = useLanguage();
  const navigate = useNavigate();
  const [ids] = useState(() => new Map<string, string>());
  const [sending, setSending] = useState<Sending>(null);
  const send = async ({ file, ...content }: UploadContent) => {
    const sameFile = `${file.name} ${file.size} ${file.lastModified}`;
    const importId = ids.get(sameFile) ?? newId();
    ids.set(sameFile, importId);
    setSending({ name: file.name, error: null });
    try {
      const input = { importId, resource, fileName: file.name.slice(0, 255), language };
      if ("bytes" in content) await call(transport, imports.uploadWorkbook, { ...input, bytes: content.bytes });
      else await call(transport, imports.upload, { ...input, encoding: content.encoding, text: content.text });
      void refresh(queryClient, [imports.list]);
      await navigate({ to: importPath(resource, importId) });
    } catch (error) {
      // A file that was rejected is fixed and chosen again: another file, with another id.
      if (!isPassing(error)) ids.delete(sameFile);
      setSending({ name: file.name, error });
    }
  };
  return { send, isSending: sending !== null && sending.error === null, sending, forget: () => setSending(null) };
}
