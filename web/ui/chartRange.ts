/** The values that a chart's box shows, from its foot to its top. */
export type Range = {
  readonly ticks: readonly number[];
  /** 0 at the foot, 1 at the top. */
  readonly partOf: (value: number) => number;
};

const stepsMax = 4;

/** A range of round numbers around the values. Whole numbers: records are counted. */
export function rangeOf(values: readonly (number | null)[]): Range {
  const known = values.filter((value) => value !== null);
  const [lowest, highest] = known.length === 0 ? [0, 0] : [Math.min(...known), Math.max(...known)];
  const step = roundStep((highest - lowest) / stepsMax);
  const foot = Math.floor(lowest / step) * step;
  // A flat line is drawn in the middle. The range goes below zero only for values that do.
  const low = Math.max(Math.min(0, foot), foot - (lowest === highest ? step : 0));
  const high = Math.max(low + step, Math.ceil(highest / step) * step + (lowest === highest ? step : 0));
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
  return { ticks, partOf: (value) => (value - low) / (high - low) };
}

/** 1, 2 or 5 times a power of ten, at least 1. */
function roundStep(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least)!;
}
