import type { Approval } from "#features/approvals/contract.ts";
import classes from "#features/approvals/web/ChangesTable.module.css";
import { IconArrowRight } from "#web/ui/icons.ts";
import { useWords } from "#web/useWords.ts";

/** What is, and what would be, field by field. */
export function ChangesTable({ changes }: Pick<Approval, "changes">) {
  const t = useWords("approvals");
  return (
    <dl className={classes.changes}>
      {Object.entries(changes).map(([path, { before, after }]) => (
        <div key={path}>
          <dt>
            <FieldName path={path} />
          </dt>
          <dd>
            <del dir="auto">{valueText(before, t("changes.nothing"))}</del>
            <IconArrowRight size={14} className="flip" aria-label={t("changes.becomes")} />
            <ins dir="auto">{valueText(after, t("changes.nothing"))}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A permission by its code, as `grants.brands.read`; any other field by its name. */
function FieldName({ path }: { readonly path: string }) {
  const t = useWords("approvals");
  const [first = "", ...rest] = path.split(".");
  const name = t(`fields.${first}`, { defaultValue: first });
  if (rest.length === 0) return name;
  return (
    <>
      {name} <code dir="ltr">{rest.join(".")}</code>
    </>
  );
}

function valueText(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === "") return nothing;
  if (Array.isArray(value))
    return value.length === 0 ? nothing : value.map((each) => valueText(each, nothing)).join(" · ");
  if (typeof value === "object")
    return Object.values(value)
      .filter((each) => each !== null)
      .map((each) => valueText(each, nothing))
      .join(" ");
  return String(value as string | number | boolean);
}
