import { Link } from "@tanstack/react-router";
import { type Import, importPath, type ImportTarget, imports } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/LatestImports.module.css";
import { StateBadge } from "#features/platform/imports/web/StateBadge.tsx";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The user's latest imports, to continue. Empty if there are none. */
export function LatestImports({ target }: { readonly target: ImportTarget }) {
  const t = useMessages("imports");
  const language = useLanguage();
  const { data } = useRead(imports.list, { resource: target.resource, language });
  if (!data || data.length === 0) return null;
  return (
    <section className={classes.latest} aria-labelledby="latest-imports">
      <h2 id="latest-imports">{t("upload.latest")}</h2>
      <ul>
        {data.map((record) => (
          <li key={record.id}>
            <Link to={importPath(target.resource, record.id)} className={classes.row}>
              <bdi className={classes.name}>{record.fileName}</bdi>
              <span className={classes.rows}>{rowsText(record)}</span>
              <span className={classes.when}>{formatDateTime(language, record.createdAt)}</span>
              <StateBadge state={record.state} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );

  function rowsText({ rowsCount }: Import) {
    return t("file.rows", { count: rowsCount, figure: formatNumber(language, rowsCount) });
  }
}
