import { SegmentedControl } from "@mantine/core";
import { useFormState } from "react-hook-form";
import { apiKeys, type KeyChoice } from "#features/access/api-keys/contract.ts";
import type { KeyGrant, KeyInput } from "#features/access/api-keys/fields.ts";
import classes from "#features/access/api-keys/web/GrantsField.module.css";
import { permissionTitle } from "#features/access/permissions/rules.ts";
import { useRead } from "#web/operations.ts";
import { useField } from "#web/record/useField.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What a key may do: of each permission nothing, the rows in its scopes, or all of them. */
export function GrantsField() {
  const t = useMessages("apiKeys");
  const language = useLanguage();
  const { value, change, input } = useField<KeyGrant[]>("grants");
  const { disabled } = useFormState<KeyInput>();
  const { data, error, refetch, isFetching } = useRead(apiKeys.choices, {});
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  // The form waits for them.
  if (!data) return null;
  const rows = withHeld(data.rows, value);
  const handleChoose = (permission: string, limit: string) => {
    const others = value.filter((grant) => grant.permission !== permission);
    const chosen = limit === "none" ? others : [...others, { permission, limit: limit as KeyGrant["limit"] }];
    change(chosen.toSorted((one, other) => (one.permission < other.permission ? -1 : 1)));
  };
  return (
    <fieldset className={classes.grants} data-field="grants">
      <legend>{t("fields.grants")}</legend>
      {rows.length === 0 && <p className={classes.none}>{t("nothingToGive")}</p>}
      <ul>
        {rows.map((choice) => (
          <li key={choice.permission}>
            <div className={classes.what}>
              <strong>
                {permissionTitle(choice.permission, language)}
                {choice.isDangerous && <IconAlertTriangle size={16} aria-label={t("dangerous")} />}
              </strong>
              <span dir="ltr">{choice.permission}</span>
            </div>
            <SegmentedControl
              aria-label={permissionTitle(choice.permission, language)}
              size="sm"
              disabled={disabled}
              value={value.find(({ permission }) => permission === choice.permission)?.limit ?? "none"}
              onChange={(limit) => handleChoose(choice.permission, limit)}
              data={(["none", ...choice.limits.toReversed()] as const).map((limit) => ({
                value: limit,
                label: t(`limits.${limit}`),
              }))}
            />
          </li>
        ))}
      </ul>
      {input.error && <div className={classes.error}>{input.error}</div>}
    </fieldset>
  );
}

/** What the key holds stays to be seen, also where the person could not give it. */
function withHeld(choices: readonly KeyChoice[], held: readonly KeyGrant[]): KeyChoice[] {
  const known = new Set(choices.map(({ permission }) => permission));
  const further = held
    .filter(({ permission }) => !known.has(permission))
    .map(({ permission, limit }): KeyChoice => ({ permission, limits: [limit], isDangerous: false, calls: [] }));
  return [...choices, ...further];
}
