import type { FileRule, StoredFile } from "#base/files.ts";
import { useUpload } from "#web/files/useUpload.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

type Sending = {
  readonly rule: FileRule;
  /** How many more fit. */
  readonly roomFor: number;
  readonly onStored: (stored: StoredFile) => void;
};

/** Sends what was chosen, dropped or pasted, one after the other. A file that is refused says so, and keeps no other one back. */
export function useFileSending({ rule, roomFor, onStored }: Sending) {
  const t = useWords("files");
  const toast = useToast();
  const { upload, count } = useUpload(rule);
  const send = async (files: readonly File[]) => {
    if (files.length > roomFor) toast({ variant: "warning", text: t("tooMany", { count: roomFor }) });
    for (const file of files.slice(0, roomFor)) {
      try {
        onStored(await upload(file));
      } catch (error) {
        toast({ variant: "error", text: t("notTaken", { name: file.name, reason: textOf(error) }) });
      }
    }
  };
  return { send, upload, count };
}
