import type { TFunction } from "i18next";
import type { ApprovalRow } from "#features/approvals/contract.ts";
import { ruleResource } from "#features/approvals/rules.ts";

/** What a request is about: the record by its name, or the kind of change whose rule it is. */
export const titleOf = ({ resource, title }: Pick<ApprovalRow, "resource" | "title">, t: TFunction): string =>
  resource === ruleResource ? t(`actions.${title}`, { defaultValue: title }) : title;
