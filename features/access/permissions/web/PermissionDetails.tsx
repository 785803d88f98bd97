import type { Permission } from "#features/access/permissions/contract.ts";
import { resourceTitle } from "#features/access/permissions/rules.ts";
import { MenuPlace } from "#features/access/permissions/web/MenuPlace.tsx";
import classes from "#features/access/permissions/web/PermissionDetails.module.css";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The operations that require a permission, and its possible row scopes. */
export function PermissionDetails({ permission }: { readonly permission: Permission }) {
  const t = useMessages("permissions");
  const language = useLanguage();
  return (
    <div className={classes.details}>
      <dl>
        <dt>{t("columns.resource")}</dt>
        <dd>
          {t(`group.${permission.group}`)} › {resourceTitle(permission.resource, language)}
        </dd>
        <dt>{t("menu.title")}</dt>
        <dd>{permission.menu.length > 0 ? <MenuPlace menu={permission.menu} /> : t("inNoMenu")}</dd>
        <dt>{t("reaches.title")}</dt>
        <dd>{permission.limits.map((limit) => t(`reach.${limit}`)).join(t("comma"))}</dd>
      </dl>
      <Decides decides={permission.decides} />
      <h2 id="operations">{t("operations.title")}</h2>
      <div className={classes.frame}>
        <table aria-labelledby="operations">
          <thead>
            <tr>
              <th scope="col">{t("operations.method")}</th>
              <th scope="col">{t("operations.path")}</th>
              <th scope="col">{t("operations.summary")}</th>
            </tr>
          </thead>
          <tbody>
            {permission.operations.map(({ method, path, summary, isDangerous }) => (
              <tr key={`${method} ${path}`}>
                <td>
                  <code>{method}</code>
                </td>
                <td>
                  <code dir="ltr">{path}</code>
                </td>
                {/* The API's summaries are always English. */}
                <td lang="en" dir="ltr">
                  {isDangerous && <IconAlertTriangle size={15} role="img" aria-label={t("dangerous")} />} {summary}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Fields and transitions that need this permission in addition to update, by their names in the audit log. */
function Decides({ decides: { fields, transitions, lifts } }: Pick<Permission, "decides">) {
  const t = useMessages("permissions");
  if (fields.length + transitions.length === 0 && !lifts) return null;
  const codes = (names: readonly string[]) => names.map((name) => <code key={name}>{`${name} `}</code>);
  return (
    <section>
      <h2>{t("decides.title")}</h2>
      <p>{t("decides.text")}</p>
      <dl>
        {fields.length > 0 && (
          <>
            <dt>{t("decides.fields")}</dt>
            <dd dir="ltr">{codes(fields)}</dd>
          </>
        )}
        {transitions.length > 0 && (
          <>
            <dt>{t("decides.transitions")}</dt>
            <dd dir="ltr">{codes(transitions)}</dd>
          </>
        )}
        {lifts && (
          <>
            <dt>{t("decides.lifts")}</dt>
            <dd>{t("decides.liftsText")}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
