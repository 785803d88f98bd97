/** A table of a font file, compressed or not. */
export type WoffTable = { readonly tag: string; readonly bytes: Uint8Array; readonly isCompressed: boolean };

/** The tables of a WOFF file, version 1 (W3C). */
export const tablesIn = (file: DataView): readonly WoffTable[] =>
  Array.from({ length: file.getUint16(12) }, (_, index) => {
    const at = 44 + index * 20;
    const [offset, compressed, original] = [file.getUint32(at + 4), file.getUint32(at + 8), file.getUint32(at + 12)];
    return {
      tag: String.fromCharCode(...[0, 1, 2, 3].map((place) => file.getUint8(at + place))),
      bytes: new Uint8Array(file.buffer, file.byteOffset + offset, compressed),
      isCompressed: compressed < original,
    };
  });
