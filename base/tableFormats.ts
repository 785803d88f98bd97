/** The formats of an exported table, and their media types. */
export const tableFormats = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

export type TableFormat = keyof typeof tableFormats;
