import { Button, Loader } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { importLimits } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/DropArea.module.css";
import { formatNumber } from "#web/formats.ts";
import { IconUpload } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DropAreaProps = {
  readonly isBusy: boolean;
  /** The current state, read by screen readers when it changes. */
  readonly status: string | null;
  readonly onFile: (file: File) => void;
};

/** An area to drop a file on, or choose one with the button. */
export function DropArea({ isBusy, status, onFile }: DropAreaProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  const limits = {
    size: formatNumber(language, importLimits.bytesMax / 1_048_576),
    rows: formatNumber(language, importLimits.rowsMax),
  };
  return (
    <div
      className={classes.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <span className={classes.icon}>{isBusy ? <Loader size={24} /> : <IconUpload size={24} aria-hidden />}</span>
      <p className={classes.title} role="status">
        {status ?? t("upload.drop")}
      </p>
      {!isBusy && (
        <>
          <p className={classes.text}>{t("upload.or")}</p>
          <Button onClick={() => input.current?.click()}>{t("upload.choose")}</Button>
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        data-testid="import-file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Allows the same file to be chosen again after it was fixed.
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <p className={classes.limits}>{t("upload.limits", limits)}</p>
    </div>
  );
}
