import { lazy, type ReactNode, Suspense, useState } from "react";
import type { StoredFile } from "#base/files.ts";
import { blobOptions } from "#web/files/useFileBlob.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

const CropDialog = lazy(() => import("#web/files/CropDialog.tsx").then((module) => ({ default: module.CropDialog })));

type ImageCrop = {
  readonly upload: (file: File) => Promise<StoredFile>;
  readonly aspect?: number | undefined;
};

type Open = { readonly file: File; readonly onStored: (stored: StoredFile) => void };

/**
 * Crops a stored picture: the part is uploaded as a separate file, which replaces the original when the record is
 * saved.
 */
export function useCropping({ upload, aspect }: ImageCrop) {
  const { transport, queryClient } = useApiClient();
  const toast = useToast();
  const [open, setOpen] = useState<Open | null>(null);
  const fail = (error: unknown) => toast({ variant: "error", text: textOf(error) });
  const crop = async (fileId: string, onStored: Open["onStored"]) => {
    try {
      setOpen({ file: await queryClient.query(blobOptions(transport, { id: fileId, size: "large" })), onStored });
    } catch (error) {
      fail(error);
    }
  };
  const handleCut = async (part: File) => {
    const { onStored } = open!;
    setOpen(null);
    try {
      onStored(await upload(part));
    } catch (error) {
      fail(error);
    }
  };
  const dialog: ReactNode = open && (
    <Suspense>
      <CropDialog
        file={open.file}
        aspect={aspect}
        onClose={() => setOpen(null)}
        onCut={(part) => void handleCut(part)}
      />
    </Suspense>
  );
  return { crop, dialog };
}
