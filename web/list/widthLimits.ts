/** How wide a column may be in pixels, and its share of spare room. */
export type WidthLimits = { readonly min: number; readonly max: number; readonly grow: number };

export const nameWidth: WidthLimits = { min: 200, max: 480, grow: 3 };
export const textWidth: WidthLimits = { min: 96, max: 280, grow: 1 };
