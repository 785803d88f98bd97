import { createContext } from "react";

/** Whether the surrounding form is read-only, for controls that a disabled fieldset does not disable. */
export const ReadOnlyForm = createContext(false);
