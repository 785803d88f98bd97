// The packages of tools/icons.mjs and tools/fonts.mjs have no types.

declare module "fontverter" {
  export function convert(font: Buffer, format: "sfnt"): Promise<Buffer>;
}

declare module "subset-font" {
  type Options = {
    readonly targetFormat: "woff" | "woff2";
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    readonly noLayoutClosure?: boolean;
    readonly keepFeatures?: readonly string[];
  };
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
