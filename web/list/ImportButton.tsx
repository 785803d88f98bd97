import type { Operation } from "#base/contract.ts";
import { IconUpload } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";

export type ImportButtonProps = {
  /** Users with permission for this operation may import. */
  readonly operation: Operation;
  /**
   * `importPath` of the imports area. Their contract is not imported, because it would add all its schemas to the
   * bundle.
   */
  readonly to: `/apps/import/${string}`;
  readonly label: string;
};

/** A link to the import of these records, for users with the permission. */
export const ImportButton = ({ operation, to, label }: ImportButtonProps) => (
  <LinkButton operation={operation} to={to} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
    {label}
  </LinkButton>
);
