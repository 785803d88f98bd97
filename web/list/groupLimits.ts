// As in base/list.ts, which loads the schemas of inputs.

/** How many groups of conditions a list takes, and conditions a group. */
export const groupsMax = 5;
export const conditionsMax = 8;
