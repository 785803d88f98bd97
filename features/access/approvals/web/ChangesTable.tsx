import type { MessageKey, Translate } from "#web/messageKeys.ts";
import type { Approval } from "#features/access/approvals/contract.ts";
import classes from "#features/access/approvals/web/ChangesTable.module.css";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { IconArrowRight } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The current and the requested value of each field. */
export function ChangesTable({ changes }: Pick<Approval, "changes">) {
  const t = useMessages("approvals");
  return (
    <dl className={classes.changes}>
      {Object.entries(changes)
        .filter(([, { before, after }]) => !isId(before) && !isId(after))
        .map(([path, { before, after }]) => (
          <div key={path}>
            <dt>
              <FieldName path={path} />
            </dt>
            <dd>
              <del dir="auto">{textOf(t, path, before)}</del>
              <IconArrowRight size={14} className="flip" aria-label={t("changes.becomes")} />
              <ins dir="auto">{textOf(t, path, after)}</ins>
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The id of another record; the title of the request shows its name. */
const isId = (value: unknown): boolean =>
  typeof value === "string" && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value);

/** A cell of a role's matrix is a field of its own: `grants.brands.read`. */
const grantPath = /^grants\.(?<permission>\w+\.\w+)$/;

function FieldName({ path }: { readonly path: string }) {
  const t = useMessages("approvals");
  const language = useLanguage();
  const { permission } = grantPath.exec(path)?.groups ?? {};
  if (permission === undefined) return t(`fields.${path}`, { defaultValue: path });
  return (
    <>
      {permissionTitle(permission, language)} <code dir="ltr">{permission}</code>
    </>
  );
}

function textOf(t: Translate<MessageKey<"approvals">>, path: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return t("changes.nothing");
  if (Array.isArray(value)) {
    const texts = value.map((each) => textOf(t, path, each));
    return texts.length === 0 ? t("changes.nothing") : texts.join(" · ");
  }
  if (typeof value === "object") {
    const parts = Object.values(value).filter((each) => each !== null);
    return parts.map((each) => textOf(t, path, each)).join(" ");
  }
  const text = `${value as string | number | boolean}`;
  if (path === "rule") return t(`rules.${text}`, { defaultValue: text });
  if (path === "halalRelevance") return t(`relevance.${text}`, { defaultValue: text });
  if (path === "certificatePolicy") return t(`certificatePolicy.${text}`, { defaultValue: text });
  if (typeof value === "boolean") return t(`flags.${value}`);
  if (path === "settlementMethod") return t(`settlementMethods.${text}`, { defaultValue: text });
  return grantPath.test(path) ? t(`limits.${text}`, { defaultValue: text }) : text;
}
