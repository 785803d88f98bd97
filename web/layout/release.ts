import { createContext } from "react";

/** A copy of the product whose records live in this browser alone. */
export type Demonstration = {
  /** Forgets every change and begins with the sample records again. */
  readonly onReset: () => Promise<void>;
};

export type Release = { readonly version: string; readonly demonstration: Demonstration | null };

/** What this copy of the product is. */
export const ReleaseContext = createContext<Release>({ version: "0", demonstration: null });
