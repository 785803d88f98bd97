import type { ComponentType, ReactNode } from "react";
import type { Slot, slotTheme } from "#web/layout/slotTheme.ts";
import type { LayoutConfig } from "#web/settings/layoutSettings.ts";

/** What each layout arranges: the same bars around the same screen. */
export type LayoutProps = {
  readonly config: LayoutConfig;
  readonly themeOf: (slot: Slot) => ReturnType<typeof slotTheme>;
  readonly hasMenu: boolean;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onKeys: () => void;
  /** Null if it is hidden. */
  readonly toolbar: ReactNode;
  readonly footer: ReactNode;
  /** The screen. */
  readonly children: ReactNode;
};

export type Layout = ComponentType<LayoutProps>;
