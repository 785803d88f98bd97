import type { Import } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/FileLine.module.css";
import { formatNumber } from "#web/formats.ts";
import { IconFileSpreadsheet } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const delimiterNames = new Map([
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "pipe"],
] as const);

/** The file, its size, and how it was read: `brands.csv · 1.4 MB · UTF-8 · commas`. */
export function FileLine({
  record,
}: {
  readonly record: Pick<Import, "fileName" | "byteCount" | "encoding" | "delimiter">;
}) {
  const t = useMessages("imports");
  const language = useLanguage();
  const delimiter = record.delimiter === "" ? null : (delimiterNames.get(record.delimiter as ",") ?? "comma");
  const isSmall = record.byteCount < 100_000;
  const size = isSmall
    ? t("file.sizeSmall", { figure: formatNumber(language, record.byteCount / 1000, 1) })
    : t("file.size", { figure: formatNumber(language, record.byteCount / 1_000_000, 1) });
  return (
    <div className={classes.line}>
      <IconFileSpreadsheet size={18} aria-hidden />
      <span className={classes.name}>
        <bdi>{record.fileName}</bdi>
      </span>
      <span>{size}</span>
      <span>
        <bdi>
          {/^(?:utf|xlsx)/.test(record.encoding) ? record.encoding.toUpperCase() : capitalised(record.encoding)}
        </bdi>
      </span>
      {delimiter && <span className="not-on-phone">{t(`file.delimiter.${delimiter}`)}</span>}
    </div>
  );
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
