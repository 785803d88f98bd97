/** As in the contract of views. */
export const viewNameMax = 40;
