import { commonRefusals, type RefusalMaker } from "#base/refusal.ts";

/** An action that a user has to complete before any other. */
export type RequiredAction = "changePassword" | "setUpSecondFactor";

/** The refusal of all other calls until then. In the order in which the actions are required. */
export const requiredActionRefusals: Readonly<Record<RequiredAction, RefusalMaker>> = {
  changePassword: commonRefusals.password_change_required,
  setUpSecondFactor: commonRefusals.second_factor_setup_required,
};

export const requiredActions = Object.keys(requiredActionRefusals) as readonly RequiredAction[];
