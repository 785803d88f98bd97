import { type ComponentType, createContext } from "react";

/** A copy of the product whose records live in this browser alone. Its host brings what only it shows. */
export type Demonstration = {
  /** What it says at the door. */
  readonly EntranceNote: ComponentType<EntranceNoteProps>;
  /** What it says once somebody has come in. */
  readonly Badge: ComponentType<{ readonly onReset: () => Promise<void> }>;
  /** Forgets every change and begins with the sample records again. */
  readonly onReset: () => Promise<void>;
};

export type EntranceNoteProps = {
  readonly isPending: boolean;
  readonly onUse: (account: { readonly email: string; readonly password: string }) => void;
};

export type Release = { readonly version: string; readonly demonstration: Demonstration | null };

/** What this copy of the product is. */
export const ReleaseContext = createContext<Release>({ version: "0", demonstration: null });
