import type { LayoutProps } from "#web/layout/layoutProps.ts";
import { WithMenuBar } from "#web/layout/layouts/WithMenuBar.tsx";

/** The menu in a bar of 64 px with the brand. */
export const Horizontal = (props: LayoutProps) => <WithMenuBar {...props} isDense={false} />;
