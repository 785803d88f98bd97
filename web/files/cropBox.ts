/** A part of a picture, in fractions of its width and height from its top left corner. */
export type CropBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export const wholePicture: CropBox = { x: 0, y: 0, width: 1, height: 1 };

export const corners = ["upperLeft", "upperRight", "lowerLeft", "lowerRight"] as const;
export type Corner = (typeof corners)[number];

type Step = { readonly dx: number; readonly dy: number };

/** A smaller part would not be a usable picture. */
const sideMin = 0.05;

const between = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** Moves the whole box, as far as the edges of the picture. */
export const moveBox = (box: CropBox, { dx, dy }: Step): CropBox => ({
  ...box,
  x: between(box.x + dx, 0, 1 - box.width),
  y: between(box.y + dy, 0, 1 - box.height),
});

/**
 * Moves one corner; the opposite one stays. `ratio` is width by height of the box in fractions: for a square part of a
 * picture that is twice as wide as high it is 0.5.
 */
export function moveCorner(box: CropBox, corner: Corner, { dx, dy }: Step, ratio: number | null = null): CropBox {
  const isLeft = corner === "upperLeft" || corner === "lowerLeft";
  const isUpper = corner === "upperLeft" || corner === "upperRight";
  const fixedX = isLeft ? box.x + box.width : box.x;
  const fixedY = isUpper ? box.y + box.height : box.y;
  const widthMax = isLeft ? fixedX : 1 - fixedX;
  const heightMax = isUpper ? fixedY : 1 - fixedY;
  let width = between(box.width + (isLeft ? -dx : dx), sideMin, widthMax);
  let height = between(box.height + (isUpper ? -dy : dy), sideMin, heightMax);
  if (ratio !== null) {
    // The direction with the larger movement decides.
    const led = Math.abs(dx) >= Math.abs(dy) ? width : height * ratio;
    width = between(led, Math.max(sideMin, sideMin * ratio), Math.min(widthMax, heightMax * ratio));
    height = width / ratio;
  }
  return { x: isLeft ? fixedX - width : fixedX, y: isUpper ? fixedY - height : fixedY, width, height };
}

/** The largest box of a ratio, centered. */
export function fittingBox(ratio: number | null): CropBox {
  if (ratio === null) return wholePicture;
  const width = Math.min(1, ratio);
  const height = width / ratio;
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** In whole pixels, at least one in each direction. */
export function pixelsOf(box: CropBox, picture: { readonly width: number; readonly height: number }) {
  const x = Math.min(picture.width - 1, Math.round(box.x * picture.width));
  const y = Math.min(picture.height - 1, Math.round(box.y * picture.height));
  return {
    x,
    y,
    width: Math.max(1, Math.min(picture.width - x, Math.round(box.width * picture.width))),
    height: Math.max(1, Math.min(picture.height - y, Math.round(box.height * picture.height))),
  };
}
