import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { FileRule } from "#base/files.ts";
import { DropZone } from "#web/files/DropZone.tsx";
import { FieldFrame } from "#web/files/FieldFrame.tsx";
import { FilePicture } from "#web/files/FilePicture.tsx";
import classes from "#web/files/ImageFieldBody.module.css";
import { IconCrop } from "#web/files/icons.ts";
import { useCropping } from "#web/files/useImageCrop.tsx";
import { useFileSending } from "#web/files/useSendFile.ts";
import { useField } from "#web/record/useField.tsx";
import { IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

export type ImageFieldProps = {
  readonly name: string;
  readonly rule: FileRule;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
  /** Aspect ratio of the crop, width by height: 1 for a logo. */
  readonly aspect?: number;
};

/** The loaded content of `ImageField`. */
export function ImageFieldBody({ name, rule, label, hint, isRequired, aspect }: ImageFieldProps) {
  const t = useMessages("files");
  const { value, change, input } = useField<string | null>(name);
  const { send, upload, count, problems } = useFileSending({ rule, roomFor: 1, onStored: ({ id }) => change(id) });
  const { crop, dialog } = useCropping({ upload, aspect });
  return (
    <FieldFrame name={name} label={label} hint={hint} isRequired={isRequired} error={input.error} problems={problems}>
      <div className={classes.row}>
        {value !== null && (
          <div className={classes.picture}>
            <FilePicture fileId={value} size="medium" alt={label} fit="contain" />
            <div className={classes.buttons}>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconCrop size={14} aria-hidden />}
                onClick={() => void crop(value, ({ id }) => change(id))}
              >
                {t("crop.open")}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => change(null)}
              >
                {t("remove")}
              </Button>
            </div>
          </div>
        )}
        <DropZone rule={rule} isMultiple={false} sending={count} onFiles={(files) => void send(files)} isCompact />
      </div>
      {dialog}
    </FieldFrame>
  );
}
