import { TargetChoice } from "#features/catalogue/categories/tree/web/TargetChoice.tsx";
import { useMessages } from "#web/useMessages.ts";

const topValue = "top";

type MoveChoiceProps = { readonly onChange: (input: { readonly parentId: string | null } | null) => void };

/** Below which category several shall go, or to the top. */
export function MoveChoice({ onChange }: MoveChoiceProps) {
  const t = useMessages("categories");
  return (
    <TargetChoice
      label={t("fields.parentId")}
      first={{ value: topValue, label: t("topLevel") }}
      onChange={(value) => onChange(value === null ? null : { parentId: value === topValue ? null : value })}
    />
  );
}
