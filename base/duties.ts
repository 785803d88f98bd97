import { commonRefusals, type RefusalMaker } from "#base/refusal.ts";

/** What a person has to do before anything else. */
export type Duty = "changePassword" | "setUpSecondFactor";

/** What everything else is refused with until it is done. In the order in which they are asked for. */
export const dutyRefusals: Readonly<Record<Duty, RefusalMaker>> = {
  changePassword: commonRefusals.password_change_required,
  setUpSecondFactor: commonRefusals.second_factor_setup_required,
};

export const duties = Object.keys(dutyRefusals) as readonly Duty[];
