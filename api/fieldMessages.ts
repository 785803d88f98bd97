/**
 * English messages for error codes whose names do not explain themselves: for developers who read our responses.
 * Screens have their own messages for every code, in every language.
 */
export const fieldMessages: Readonly<Record<string, string>> = {
  clock_time: "Enter a time as 09:30.",
  control_characters: "Contains a line break or a character that can’t be displayed.",
  country_code: "Enter a valid ISO 3166-1 country code, for example MY.",
  currency_code: "Enter a valid ISO 4217 currency code, for example MYR.",
  date_range: "Enter a date between the years 2 and 9998.",
  e_number: "Enter an E-number as E471.",
  email: "Enter a valid email address, for example name@company.example.",
  gln: "Enter a valid GLN: 13 digits with a correct check digit.",
  gs1_brick: "A GS1 brick code has 8 digits.",
  direction_marks: "This contains a hidden character that reverses the text. Enter it again.",
  gtin_ambiguous:
    "These 8 digits could be a UPC-E or a store’s own number. Enter the 12 digits of the UPC-A, or the number on the pack.",
  gtin_characters: "A GTIN has digits only.",
  gtin_check_digit: "The check digit is wrong: a digit is missing or mistyped.",
  gtin_coupon: "Numbers of this range identify coupons, not products.",
  gtin_length: "A GTIN has 8, 12, 13 or 14 digits.",
  gtin_refund: "Numbers of this range identify refund slips, not products.",
  gtin_restricted: "Numbers of this range are for use inside one store or company only.",
  gtin_scientific: "A spreadsheet has shortened this number. Enter all of its digits.",
  gtin_variable_measure:
    "A GTIN-14 that begins with 9 identifies products of varying weight. Enter the number of the consumer item.",
  https_url: "Enter a link that starts with https://.",
  language_tag: "Enter a valid BCP 47 language code, for example ar or zh-Hant.",
  lost_characters: "A character was lost when this text was copied or saved (�). Enter it again.",
  near: "Enter latitude, longitude and kilometres, for example 51.5155,-0.0722,5.",
  nothing_visible: "Enter at least one visible character.",
  path_sign: "A slash between spaces separates the parts of a path. Leave it out of the name.",
  phone: "Enter a phone number with its country code, for example +442079460123.",
  receiver_url: "Enter https:// and a host name, without a user name.",
  slug: "Use lower-case letters and digits, separated by single hyphens.",
  time_zone: "Enter an IANA time zone, for example Asia/Riyadh.",
  twice: "Duplicate value.",
};
