import { encode } from "uqr";
import styles from "#features/access/session/factors/web/QrCode.module.css";

type QrCodeProps = { readonly text: string; readonly label: string };

/** Light modules around it, so that a camera finds the edge (ISO/IEC 18004 §6.3.8). */
const quietZone = 4;

/**
 * The lowest error correction, because screens don't get damaged. Dark on light in every colour scheme: some cameras
 * read nothing else. A single path, and no inline style.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "L", border: 0 });
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const whole = size + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`${-quietZone} ${-quietZone} ${whole} ${whole}`}
      shapeRendering="crispEdges"
    >
      <path d={modules.join("")} />
    </svg>
  );
}
