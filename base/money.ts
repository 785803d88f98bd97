/**
 * The number of digits of each currency's minor unit (ISO 4217, list one, 2026). Amounts are sent as whole minor units:
 * 12.50 USD is 1250, 12.500 JOD is 12500.
 *
 * Not taken from Intl, whose digits are those of daily use: 0 for IDR, PKR, IQD and HUF (domain 1.0).
 */
export const minorDigitsByCurrency: ReadonlyMap<string, number> = new Map([
  ...currencies(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...currencies(
    2,
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW",
  ),
  ...currencies(
    2,
    "CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR",
  ),
  ...currencies(
    2,
    "ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV",
  ),
  ...currencies(
    2,
    "MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD",
  ),
  ...currencies(
    2,
    "SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  ),
  ...currencies(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...currencies(4, "CLF UYW"),
]);

function currencies(digits: number, codes: string): [string, number][] {
  return codes.split(" ").map((code) => [code, digits]);
}
