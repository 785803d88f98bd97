import { Checkbox } from "@mantine/core";
import { useFormState } from "react-hook-form";
import { type EventType, eventTypes } from "#base/eventTypes.ts";
import type { WebhookInput } from "#features/platform/webhooks/fields.ts";
import classes from "#features/platform/webhooks/web/TypesField.module.css";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

type ResourceOf<Type> = Type extends `${infer Resource}.${string}` ? Resource : never;
/** With an underscore, as a dot would split the key. */
type KeyOf<Type> = Type extends `${infer Resource}.${infer Event}` ? `types.${Resource}_${Event}` : never;

const resourceOf = (type: EventType) => type.slice(0, type.indexOf(".")) as ResourceOf<EventType>;
const keyOf = (type: EventType) => `types.${type.replace(".", "_")}` as KeyOf<EventType>;
const resources = [...new Set(eventTypes.map(resourceOf))];

/** Selects the events that a receiver is sent, grouped by resource. */
export function TypesField() {
  const t = useMessages("webhooks");
  const { value, change, input } = useField<EventType[]>("types");
  const { disabled } = useFormState<WebhookInput>();
  const choose = (types: readonly EventType[], isChosen: boolean) =>
    change(eventTypes.filter((type) => (types.includes(type) ? isChosen : value.includes(type))));
  return (
    <fieldset className={classes.types} data-field="types">
      <legend>{t("fields.types")}</legend>
      <div className={classes.groups}>
        {resources.map((resource) => {
          const types = eventTypes.filter((type) => resourceOf(type) === resource);
          const chosen = types.filter((type) => value.includes(type)).length;
          return (
            <div key={resource} className={classes.group}>
              <Checkbox
                label={t(`resources.${resource}`)}
                fw={500}
                disabled={disabled}
                checked={chosen === types.length}
                indeterminate={chosen > 0 && chosen < types.length}
                onChange={({ currentTarget }) => choose(types, currentTarget.checked)}
              />
              {types.map((type) => (
                <Checkbox
                  key={type}
                  label={t(keyOf(type))}
                  description={<bdi dir="ltr">{type}</bdi>}
                  disabled={disabled}
                  checked={value.includes(type)}
                  onChange={({ currentTarget }) => choose([type], currentTarget.checked)}
                />
              ))}
            </div>
          );
        })}
      </div>
      {input.error && (
        <div className={classes.error} role="alert">
          {input.error}
        </div>
      )}
    </fieldset>
  );
}
