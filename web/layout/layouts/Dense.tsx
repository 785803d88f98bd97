import type { LayoutProps } from "#web/layout/layoutProps.ts";
import { WithMenuBar } from "#web/layout/layouts/WithMenuBar.tsx";

/** The menu in a lower bar, for more rows on the screen; the brand is in the toolbar above it. */
export const Dense = (props: LayoutProps) => <WithMenuBar {...props} isDense />;
