/** How an area calls its fields and tells their values. Paths are dotted: `nameI18n.ar`. */
export type FieldTexts = {
  readonly labelOf: (path: string) => string;
  readonly textOf: (path: string, value: unknown) => string;
};
