import { createContext, type ReactNode, use } from "react";
import classes from "#web/record/RequiredToSubmit.module.css";
import { useMessages } from "#web/useMessages.ts";

/** Fields of a draft that it must have to be submitted: each, or one of several. */
export type RequiredFields = ReadonlyMap<string, "each" | "oneOf">;

const Required = createContext<RequiredFields>(new Map());

/** Marks the labels of fields inside. */
export const RequiredToSubmit = ({ fields, children }: { fields: RequiredFields; children: ReactNode }) => (
  <Required value={fields}>{children}</Required>
);

/** Props for the label of a field. */
export function useRequiredMark(name: string) {
  const messages = useMessages("record");
  const kind = use(Required).get(name);
  if (kind === undefined) return undefined;
  return { className: classes.label!, "data-to-submit": messages(`requirements.${kind}`) };
}
