import { useState } from "react";
import type { FileRule, StoredFile } from "#base/files.ts";
import { useUpload } from "#web/files/useUpload.ts";
import { textOf } from "#web/textOf.ts";
import { useMessages } from "#web/useMessages.ts";

type Sending = {
  readonly rule: FileRule;
  /** How many more files are allowed. */
  readonly roomFor: number;
  readonly onStored: (stored: StoredFile) => void;
};

/**
 * Uploads files that were chosen, dropped or pasted, one after the other. A rejected file does not stop the others;
 * `problems` has the reason until the next upload.
 */
export function useFileSending({ rule, roomFor, onStored }: Sending) {
  const t = useMessages("files");
  const { upload, count } = useUpload(rule);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const send = async (files: readonly File[]) => {
    setProblems(files.length > roomFor ? [t("tooMany", { count: roomFor })] : []);
    for (const file of files.slice(0, roomFor)) {
      try {
        onStored(await upload(file));
      } catch (error) {
        setProblems((others) => [...others, t("notTaken", { name: file.name, reason: textOf(error) })]);
      }
    }
  };
  return { send, upload, count, problems };
}
