import { FileInput } from "@mantine/core";
import { useState } from "react";
import type { FileRule } from "#base/files.ts";
import { useUpload } from "#web/files/useUpload.ts";
import { textOf } from "#web/textOf.ts";
import { useMessages } from "#web/useMessages.ts";

type SnapshotPickerProps = {
  readonly rule: FileRule;
  readonly error: string | undefined;
  /** `isSending`: the file is on its way, and nothing should be confirmed without it. */
  readonly onChange: (fileId: string | null, isSending: boolean) => void;
};

/** A picture or a PDF of the register's page, sent as soon as it is chosen. */
export function SnapshotPicker({ rule, error, onChange }: SnapshotPickerProps) {
  const t = useMessages("certificates");
  const shellMessages = useMessages();
  const { upload, count } = useUpload(rule);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setProblem(null);
    onChange(null, chosen !== null);
    if (chosen === null) return;
    try {
      onChange((await upload(chosen)).id, false);
    } catch (failure) {
      onChange(null, false);
      setProblem(textOf(failure));
    }
  };
  return (
    <FileInput
      mt="md"
      label={t("fields.registrySnapshot")}
      description={t("hints.registrySnapshot")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={t("chooseFile")}
      accept={rule.accepts.join(",")}
      clearable
      clearButtonProps={{ "aria-label": shellMessages("buttons.clear") }}
      disabled={count > 0}
      value={file}
      error={problem ?? error}
      onChange={(chosen) => void choose(chosen)}
    />
  );
}
