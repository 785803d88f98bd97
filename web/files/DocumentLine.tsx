import type { ReactNode } from "react";
import { describeFile } from "#base/files.ts";
import classes from "#web/files/DocumentLine.module.css";
import { FilePicture } from "#web/files/FilePicture.tsx";
import { IconFileText } from "#web/files/icons.ts";
import { sizeText, typeName } from "#web/files/ruleTexts.ts";
import { useFileSaving } from "#web/files/useSaveFile.ts";
import { useRead } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconDownload, IconTrash } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DocumentLineProps = {
  readonly fileId: string;
  readonly onOpen?: ((fileId: string) => void) | undefined;
  readonly onRemove: () => void;
  readonly children?: ReactNode;
};

/** One document of a list: its name, its details and its actions. */
export function DocumentLine({ fileId, onOpen, onRemove, children }: DocumentLineProps) {
  const t = useMessages("files");
  const language = useLanguage();
  const { data: file, error } = useRead(describeFile, { id: fileId });
  const save = useFileSaving();
  const facts = file && [
    typeName(file.mediaType),
    sizeText(language, file.byteCount),
    ...(file.pageCount === null ? [] : [t("pages", { count: file.pageCount })]),
  ];
  const name = <bdi>{file?.name ?? (error ? textOf(error) : t("loading"))}</bdi>;
  return (
    <li className={classes.line}>
      <span className={classes.picture}>
        {file?.kind === "image" ? (
          <FilePicture fileId={fileId} size="small" alt="" placeholder={file.placeholder} sizePx={40} />
        ) : (
          <IconFileText size={24} aria-hidden />
        )}
      </span>
      <span className={classes.texts}>
        {onOpen ? (
          <button type="button" className={classes.name} onClick={() => onOpen(fileId)}>
            {name}
          </button>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <span className={classes.facts}>{facts?.join(" · ")}</span>
      </span>
      <span className={classes.buttons}>
        <IconButton label={t("download")} size="sm" onClick={() => void save(fileId)}>
          <IconDownload size={16} aria-hidden />
        </IconButton>
        <IconButton label={t("remove")} size="sm" className={classes.remove} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      </span>
      {children && <div className={classes.more}>{children}</div>}
    </li>
  );
}
