import { type ReactNode, useState } from "react";
import { type FieldError, type FieldErrors, get, useFormState } from "react-hook-form";
import type { FileRule } from "#base/files.ts";
import { DropZone } from "#web/files/DropZone.tsx";
import { FieldFrame } from "#web/files/FieldFrame.tsx";
import { ImageCard, type RecordImage } from "#web/files/ImageCard.tsx";
import classes from "#web/files/ImageListBody.module.css";
import { moved } from "#web/files/listOrder.ts";
import { useCropping } from "#web/files/useImageCrop.tsx";
import { useFileSending } from "#web/files/useSendFile.ts";
import { useLatest } from "#web/files/useLatest.ts";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

export type ImageListProps = {
  readonly name: string;
  readonly rule: FileRule;
  readonly label: string;
  readonly max: number;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
  /** Limit of the alternative text. */
  readonly altMax: number;
};

/** The loaded content of `ImageList`. */
export function ImageListBody({ name, rule, label, max, hint, isRequired, altMax }: ImageListProps) {
  const t = useMessages("files");
  const { value, change, input } = useField<readonly RecordImage[]>(name);
  const { errors } = useFormState({ name });
  // Files are uploaded one after the other, so each is added to the list as it is then.
  const latest = useLatest(value);
  const { send, upload, count, problems } = useFileSending({
    rule,
    roomFor: max - value.length,
    onStored: ({ id }) => change([...latest(), { fileId: id, alt: null, altI18n: {} }]),
  });
  const { crop, dialog } = useCropping({ upload });
  const [said, setSaid] = useState("");
  const put = (at: number, image: RecordImage) => change(latest().map((each, place) => (place === at ? image : each)));
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length) return;
    change(moved(value, { from, to }));
    setSaid(t("list.moved", { place: to + 1, total: value.length }));
  };
  return (
    <FieldFrame name={name} label={label} hint={hint} isRequired={isRequired} error={input.error} problems={problems}>
      {value.length > 0 && (
        <ol className={classes.list}>
          {value.map((image, at) => (
            <ImageCard
              key={image.fileId}
              image={image}
              place={at}
              total={value.length}
              altMax={altMax}
              error={altProblem(errors, `${name}.${at}.alt`)}
              onChange={(next) => put(at, next)}
              onMove={(to) => move(at, to)}
              onDropHere={(from) => move(from, at)}
              onCrop={() => void crop(image.fileId, ({ id }) => put(at, { ...image, fileId: id }))}
              onRemove={() => change(value.filter((_, place) => place !== at))}
            />
          ))}
        </ol>
      )}
      {value.length < max && (
        <DropZone rule={rule} isMultiple sending={count} onFiles={(files) => void send(files)} isCompact />
      )}
      <span className={classes.said} role="status">
        {said}
      </span>
      {dialog}
    </FieldFrame>
  );
}

function altProblem(errors: FieldErrors, path: string): string | undefined {
  const found: FieldError | undefined = get(errors, path);
  return found?.message;
}
