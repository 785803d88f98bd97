import type { PictureSize } from "#base/files.ts";
import { useFileBlob } from "#web/files/useFileBlob.ts";
import { useObjectUrl } from "#web/files/useObjectUrl.ts";

/** An object URL for a file on this screen; null until its bytes are loaded. Documents have only one size. */
export function useFileUrl(fileId: string | null, size: PictureSize = "large") {
  const { data, error } = useFileBlob(fileId, size);
  return { url: useObjectUrl(data), error };
}
