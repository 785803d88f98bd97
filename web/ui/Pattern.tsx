import { useId } from "react";

/**
 * The geometric pattern beside the login form: eight-pointed stars and the crosses between them, brightest at the upper
 * end corner and faded out where the text begins. Fills its nearest positioned ancestor and uses the colour of `color`.
 */
export function Pattern({ className }: { readonly className?: string | undefined }) {
  const id = useId();
  return (
    <svg
      className={`flip ${className ?? ""}`}
      width="100%"
      height="100%"
      preserveAspectRatio="xMaxYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <pattern id={`${id}-tile`} width={tilePx} height={tilePx} patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor">
            <path d={starAt(0, 0)} />
            <path d={rosette} opacity=".55" />
            <circle cx={tilePx / 2} cy={tilePx / 2} r="11" opacity=".45" />
          </g>
        </pattern>
        <radialGradient id={`${id}-light`} cx=".82" cy=".16" r="1.05">
          <stop offset="0" stopColor="#fff" />
          <stop offset=".45" stopColor="#fff" stopOpacity=".5" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}-dusk`} x2="0" y2="1">
          <stop offset=".3" stopOpacity="0" />
          <stop offset=".66" />
        </linearGradient>
        <mask id={`${id}-mask`}>
          <rect width="100%" height="100%" fill={`url(#${id}-light)`} />
          <rect width="100%" height="100%" fill={`url(#${id}-dusk)`} />
        </mask>
      </defs>
      <g mask={`url(#${id}-mask)`}>
        {lit.map(({ column, row, opacity }) => (
          <path key={`${column}-${row}`} d={starAt(column, row)} fill="currentColor" opacity={opacity} />
        ))}
        <rect width="100%" height="100%" fill={`url(#${id}-tile)`} opacity=".34" />
      </g>
    </svg>
  );
}

const tilePx = 96;

/** Some stars are brighter, like lamps behind a carved wooden screen. */
const lit = [
  { column: 5, row: 0, opacity: 0.13 },
  { column: 6, row: 1, opacity: 0.09 },
  { column: 4, row: 1, opacity: 0.07 },
  { column: 5, row: 2, opacity: 0.1 },
  { column: 6, row: 3, opacity: 0.06 },
  { column: 3, row: 3, opacity: 0.05 },
];

/** A star of `points` tips, outer and inner radius in px, first tip at `turn` radians. */
function starPath(x: number, y: number, points: number, outer: number, inner: number, turn = 0): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    const angle = turn + (index * Math.PI) / points;
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}z`;
}

// Where the two squares cross, the inner radius is half the diagonal times cos 45° / cos 22.5°.
const notch = Math.SQRT1_2 / Math.cos(Math.PI / 8);
const starAt = (column: number, row: number) =>
  starPath(column * tilePx + tilePx / 2, row * tilePx + tilePx / 2, 8, tilePx / 2, (tilePx / 2) * notch);
const rosette = starPath(tilePx / 2, tilePx / 2, 8, 29.75, 22.8, Math.PI / 8);
