import type { __InputWrapperProps } from "@mantine/core";
import type { ReactNode } from "react";
import { type FieldError, get, useController } from "react-hook-form";
import classes from "#web/record/FieldError.module.css";
import { FieldProblem } from "#web/record/FieldProblem.tsx";
import { useIsDenied } from "#web/record/FieldDecisions.tsx";
import { useRequiredMark } from "#web/record/RequiredToSubmit.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The hint is below the field, so that fields side by side stay aligned. */
const wrapperOrder = ["label", "input", "description", "error"] satisfies __InputWrapperProps["inputWrapperOrder"];

/**
 * One field of the surrounding form. `path` is where its error is, for a field in a group: `nameI18n.ar`. `textOfCode`
 * words an error by its code, where the schema's message is about the stored value and not the typed one; null uses the
 * schema's message.
 */
export function useField<Value>(
  name: string,
  path: string = name,
  textOfCode: (code: string) => string | null = () => null,
) {
  const { field, formState } = useController({ name });
  const error: FieldError | undefined = get(formState.errors, path);
  const isDenied = useIsDenied(name);
  const messages = useMessages("record");
  const labelProps = useRequiredMark(name);
  return {
    value: field.value as Value,
    change: field.onChange as (value: Value) => void,
    /** Props for every input. */
    input: {
      ref: field.ref,
      onBlur: field.onBlur,
      inputWrapperOrder: wrapperOrder,
      error: error && <FieldProblem>{textOfCode(error.type) ?? error.message}</FieldProblem>,
      "data-field": path,
      ...(labelProps ? { labelProps, "aria-description": labelProps["data-to-submit"] } : {}),
      ...(isDenied
        ? {
            disabled: true,
            inputContainer: (children: ReactNode) => (
              <>
                {children}
                <span className={classes.reason}>{messages("notYours")}</span>
              </>
            ),
          }
        : {}),
    },
  };
}
