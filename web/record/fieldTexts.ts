/** How an area calls its fields and tells their values. Paths are dotted: `nameI18n.ar`. */
export type FieldTexts = {
  readonly labelOf: (path: string) => string;
  readonly textOf: (path: string, value: unknown) => string;
  /** Tells a reason that the house has written in the reader's words. Without it every reason stands as it is. */
  readonly reasonOf?: (reason: string) => string;
};
