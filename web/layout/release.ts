import { type ComponentType, createContext } from "react";

/** A copy of the product that stores its records in this browser only. Its host provides what is specific to it. */
export type Demonstration = {
  /** Note on the login page. */
  readonly EntranceNote: ComponentType<EntranceNoteProps>;
  /** Note after sign-in. */
  readonly Badge: ComponentType<{ readonly onReset: () => Promise<void> }>;
  /** Deletes every change and restores the sample records. */
  readonly onReset: () => Promise<void>;
};

export type EntranceNoteProps = {
  readonly isPending: boolean;
  readonly onUse: (account: { readonly email: string; readonly password: string }) => void;
};

export type Release = { readonly version: string; readonly demonstration: Demonstration | null };

/** Describes this copy of the product. */
export const ReleaseContext = createContext<Release>({ version: "0", demonstration: null });
