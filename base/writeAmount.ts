// In a file of its own, because money.ts is part of the login page.

/** `1000000` with two decimals is `10,000.00`. */
export function writeAmount(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - decimals)}`;
}
