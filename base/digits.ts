/**
 * Arabic-Indic, Persian and full-width digits are digits: `٦٢٩`, `۶۲۹` and `６２９` are 629. Everything else stays
 * unchanged.
 */
export const latinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.codePointAt(0)! - zeroOf(digit)));

const zeroOf = (digit: string): number => (digit < "۰" ? 0x0660 : digit < "０" ? 0x06f0 : 0xff10);
