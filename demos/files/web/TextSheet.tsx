import { rowsOfCsv } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import { useMessages } from "#web/useMessages.ts";

type TextSheetProps = {
  readonly text: string;
  /** Whether the file goes on after this text. */
  readonly isBeginning: boolean;
  readonly kind: "table" | "text";
};

/** What is read of a file for it, however large that is. */
export const sheetBytesMax = 1_048_576;
const charactersMax = 100_000;
const rowsMax = 200;

/** A text, or CSV as a table. Nothing in it is interpreted. */
export function TextSheet({ text, isBeginning, kind }: TextSheetProps) {
  const t = useMessages("documents");
  const shown = text.replace(/^\uFEFF/, "").slice(0, charactersMax);
  const rows = kind === "table" ? rowsOfCsv(shown, rowsMax + 1) : [];
  const isCut = isBeginning || text.length > charactersMax || rows.length > rowsMax;
  return (
    <>
      {kind === "table" ? <Table rows={rows.slice(0, rowsMax)} /> : <Text text={shown} />}
      {isCut && <p className={classes.none}>{t("details.beginning")}</p>}
    </>
  );
}

function Text({ text }: { readonly text: string }) {
  const t = useMessages("documents");
  return (
    // Scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes.text} dir="auto" tabIndex={0} role="region" aria-label={t("details.preview")}>
      {text}
    </pre>
  );
}

function Table({ rows: [head, ...rows] }: { readonly rows: readonly (readonly string[])[] }) {
  const t = useMessages("documents");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.table} tabIndex={0} role="region" aria-label={t("details.preview")}>
      <table>
        <thead>
          <tr>
            {head?.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells keep their place
              <th key={at} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows keep their place
            <tr key={index}>
              {row.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells keep their place
                <td key={at} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
