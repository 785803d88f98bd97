/** Labels an area's fields and formats their values. Paths are dotted: `nameI18n.ar`. */
export type FieldFormatters = {
  readonly labelOf: (path: string) => string;
  readonly textOf: (path: string, value: unknown) => string;
  /** Translates a reason that the system has written. Without it, reasons are shown as they are. */
  readonly reasonOf?: (reason: string) => string;
};
