/** The contrast of two colours by WCAG 2.2, from 1 to 21; null if one is not written as `#rgb` or `#rrggbb`. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  if (first === null || second === null) return null;
  const [darker, lighter] = [first, second].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number | null {
  const digits = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(color);
  if (digits === null) return null;
  const hex = digits[2] ?? [...(digits[1] ?? "")].map((digit) => digit + digit).join("");
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
