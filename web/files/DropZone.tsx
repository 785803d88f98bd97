import { Button, Loader } from "@mantine/core";
import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import type { FileRule } from "#base/files.ts";
import classes from "#web/files/DropZone.module.css";
import { acceptOf, limitsText } from "#web/files/ruleTexts.ts";
import { IconUpload } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DropZoneProps = {
  readonly rule: FileRule;
  readonly isMultiple: boolean;
  /** Number of files being uploaded. */
  readonly sending: number;
  readonly onFiles: (files: readonly File[]) => void;
  readonly isCompact?: boolean;
};

/** Where files are dropped, pasted, or chosen with the button. */
export function DropZone({ rule, isMultiple, sending, onFiles, isCompact = false }: DropZoneProps) {
  const t = useMessages("files");
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: Iterable<File>) => {
    const chosen = isMultiple ? [...files] : [...files].slice(0, 1);
    if (chosen.length > 0) onFiles(chosen);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const handlePaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };
  return (
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      // Paste events go to the focused element.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={t("drop", { count: isMultiple ? 2 : 1 })}
      onDragOver={(event) => {
        // A list picture that is being reordered is not a file.
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
      onPaste={handlePaste}
    >
      <span className={classes.icon}>{sending > 0 ? <Loader size={20} /> : <IconUpload size={20} aria-hidden />}</span>
      <span className={classes.texts}>
        <span role="status">
          {sending > 0 ? t("sending", { count: sending }) : t("drop", { count: isMultiple ? 2 : 1 })}
        </span>
        <span className={classes.limits}>{limitsText(t, language, rule)}</span>
      </span>
      <Button variant="default" size="compact-md" onClick={() => input.current?.click()}>
        {t("choose")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMultiple}
        accept={acceptOf(rule)}
        data-testid={`file-${rule.purpose}`}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Allows the same file to be chosen again after it was fixed.
          currentTarget.value = "";
          take(files);
        }}
      />
    </div>
  );
}
