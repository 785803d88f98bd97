import { Button } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { CropFrame } from "#web/files/CropFrame.tsx";
import classes from "#web/files/CropDialog.module.css";
import { type CropBox, fittingBox } from "#web/files/cropBox.ts";
import { cutPicture } from "#web/files/cutPicture.ts";
import { useObjectUrl } from "#web/files/useObjectUrl.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

type CropDialogProps = {
  readonly file: File;
  /** Required aspect ratio, width by height. */
  readonly aspect?: number | undefined;
  readonly onClose: () => void;
  readonly onCut: (part: File) => void;
};

/** Selects the part of a picture to use: with the pointer, a finger, or the arrow keys. */
export function CropDialog({ file, aspect, onClose, onCut }: CropDialogProps) {
  const t = useMessages("files");
  const messages = useMessages();
  const toast = useToast();
  const url = useObjectUrl(file);
  const [box, setBox] = useState<CropBox | null>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  const [isCutting, setCutting] = useState(false);
  const handleLoad = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) => {
    const next = aspect === undefined ? null : (aspect * naturalHeight) / naturalWidth;
    setRatio(next);
    setBox(fittingBox(next));
  };
  const handleCut = async () => {
    if (box === null) return;
    setCutting(true);
    try {
      onCut(await cutPicture(file, box));
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
    setCutting(false);
  };
  return (
    <Dialog
      title={t("crop.title")}
      isOpen
      onClose={onClose}
      widthPx={760}
      footer={
        <>
          <Button variant="default" onClick={() => setBox(fittingBox(ratio))}>
            {t("crop.reset")}
          </Button>
          <span className={classes.gap} />
          <Button variant="default" onClick={onClose}>
            {messages("buttons.cancel")}
          </Button>
          <Button loading={isCutting} disabled={box === null} onClick={() => void handleCut()}>
            {t("crop.cut")}
          </Button>
        </>
      }
    >
      <p className={classes.hint}>{t("crop.hint")}</p>
      <div className={classes.stage}>
        <div className={classes.picture}>
          {url && <img src={url} alt={file.name} draggable={false} onLoad={handleLoad} />}
          {box && <CropFrame box={box} ratio={ratio} onChange={setBox} />}
        </div>
      </div>
    </Dialog>
  );
}
