import { TextInput } from "@mantine/core";
import { type DragEvent, useState } from "react";
import { FilePicture } from "#web/files/FilePicture.tsx";
import classes from "#web/files/ImageCard.module.css";
import { IconCrop, IconGripVertical } from "#web/files/icons.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconArrowDown, IconArrowUp, IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** A picture of a record, with its alternative texts. */
export type RecordImage = {
  readonly fileId: string;
  readonly alt: string | null;
  /** The alternative text in further languages, by BCP 47 tag. */
  readonly altI18n: Readonly<Record<string, string>>;
};

type ImageCardProps = {
  readonly image: RecordImage;
  /** Counted from 0. */
  readonly place: number;
  readonly total: number;
  readonly altMax: number;
  readonly error: string | undefined;
  readonly onChange: (image: RecordImage) => void;
  readonly onMove: (to: number) => void;
  readonly onDropHere: (from: number) => void;
  readonly onCrop: () => void;
  readonly onRemove: () => void;
};

/** Type of the dragged data, so that pictures from elsewhere are not mistaken for pictures of the list. */
const dragType = "application/x-mizan-place";

/** One picture of a list: dragged by its handle, moved by its arrows, with its alternative text in both languages. */
export function ImageCard(props: ImageCardProps) {
  const { image, place, total, altMax, error, onChange, onMove, onDropHere, onCrop, onRemove } = props;
  const t = useMessages("files");
  const [isOver, setOver] = useState(false);
  const handleDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setOver(true);
  };
  const handleDrop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(dragType);
    if (from === "") return;
    event.preventDefault();
    setOver(false);
    onDropHere(Number(from));
  };
  return (
    <li
      className={classes.card}
      data-over={isOver || undefined}
      onDragOver={handleDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <span
        className={classes.handle}
        draggable
        aria-hidden="true"
        title={t("list.drag")}
        onDragStart={({ dataTransfer }) => dataTransfer.setData(dragType, String(place))}
      >
        <IconGripVertical size={18} />
      </span>
      <span className={classes.picture}>
        <FilePicture fileId={image.fileId} size="medium" alt={image.alt ?? ""} fit="contain" />
        {place === 0 && total > 1 && <span className={classes.first}>{t("list.first")}</span>}
      </span>
      <ImageWords image={image} altMax={altMax} error={error} onChange={onChange} />
      <div className={classes.buttons}>
        <IconButton label={t("list.earlier")} size="sm" disabled={place === 0} onClick={() => onMove(place - 1)}>
          <IconArrowUp size={16} aria-hidden />
        </IconButton>
        <IconButton label={t("list.later")} size="sm" disabled={place === total - 1} onClick={() => onMove(place + 1)}>
          <IconArrowDown size={16} aria-hidden />
        </IconButton>
        <IconButton label={t("crop.open")} size="sm" onClick={onCrop}>
          <IconCrop size={16} aria-hidden />
        </IconButton>
        <IconButton label={t("remove")} size="sm" onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

type ImageWordsProps = Pick<ImageCardProps, "image" | "altMax" | "error" | "onChange">;

/** Alternative text, in both languages. */
function ImageWords({ image, altMax, error, onChange }: ImageWordsProps) {
  const t = useMessages("files");
  const { ar = "", ...others } = image.altI18n;
  return (
    <div className={classes.words}>
      <TextInput
        label={t("list.alt")}
        value={image.alt ?? ""}
        maxLength={altMax}
        error={error}
        dir={image.alt ? "auto" : undefined}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => onChange({ ...image, alt: value === "" ? null : value })}
      />
      <TextInput
        label={t("list.altInArabic")}
        value={ar}
        maxLength={altMax}
        lang="ar"
        dir="rtl"
        autoComplete="off"
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...image, altI18n: value === "" ? others : { ...others, ar: value } })
        }
      />
    </div>
  );
}
