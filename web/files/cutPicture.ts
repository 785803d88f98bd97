import { type CropBox, pixelsOf } from "#web/files/cropBox.ts";

/** Higher than the server's quality (`hosts/node/pictures.ts`), because the server encodes the picture again. */
const quality = 0.95;

/** A part of a picture as a separate file, upright, with the same name. */
export async function cutPicture(file: File, box: CropBox): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const { x, y, width, height } = pixelsOf(box, bitmap);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(bitmap, x, y, width, height, 0, 0, width, height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, "image/webp", quality));
  if (blob === null) throw new Error("the picture is too large for this browser to cut");
  return new File([blob], file.name, { type: blob.type });
}
