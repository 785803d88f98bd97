import type { Operation } from "#base/contract.ts";
import { IconUpload } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";

export type ImportButtonProps = {
  /** Whoever may call it may import. */
  readonly operation: Operation;
  /** `importPath` of the imports; their contract would bring all its schemas along for it. */
  readonly to: `/apps/import/${string}`;
  readonly label: string;
};

/** Leads to where files of these records are read in, whoever may. */
export const ImportButton = ({ operation, to, label }: ImportButtonProps) => (
  <LinkButton operation={operation} to={to} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
    {label}
  </LinkButton>
);
