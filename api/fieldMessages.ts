/**
 * English messages for error codes whose names do not explain themselves: for developers who read our responses.
 * Screens have their own messages for every code, in every language.
 */
export const fieldMessages: Readonly<Record<string, string>> = {
  clock_time: "Write a time of day as 09:30.",
  control_characters: "This holds a line break or a character that cannot be shown.",
  country_code: "Write a country as two capital letters of ISO 3166-1, such as MY.",
  currency_code: "Write a currency as three capital letters of ISO 4217, such as MYR.",
  date_range: "Enter a date between the years 2 and 9998.",
  e_number: "Write an E-number as E471.",
  email: "Write an e-mail address, such as name@example.org.",
  gln: "A GLN has 13 digits, the last of which is its check digit.",
  gs1_brick: "A brick of GS1's classification has 8 digits.",
  direction_marks: "This holds a hidden character that reverses the text. Remove it.",
  gtin_ambiguous:
    "These eight digits may be UPC-E or a number of one shop. Enter the 12 digits of the UPC-A, or the number on the pack.",
  gtin_characters: "A GTIN is written in digits only.",
  gtin_check_digit: "A digit of this GTIN is wrong: the last one does not follow from the others.",
  gtin_coupon: "Numbers of this range identify coupons, not products.",
  gtin_length: "A GTIN has 8, 12, 13 or 14 digits.",
  gtin_refund: "Numbers of this range identify refund slips, not products.",
  gtin_restricted: "Numbers of this range are given out inside one shop or company, and mean something else elsewhere.",
  gtin_scientific: "A spreadsheet has shortened this number. Write all of its digits.",
  gtin_variable_measure:
    "A GTIN-14 that begins with 9 identifies products of varying weight. Enter the number of the consumer item.",
  https_url: "Write an address that begins with https://.",
  language_tag: "Write a language as a tag of BCP 47, such as ar or zh-Hant.",
  lost_characters: "A character was lost when this text was copied or saved (�). Enter it again.",
  near: "Write latitude, longitude and kilometres, such as 51.5155,-0.0722,5.",
  nothing_visible: "Nothing of this can be seen.",
  path_sign: "A slash between spaces divides the parts of a path: leave it out of a name.",
  phone: "Write a phone number with its country, such as +442079460123.",
  receiver_url: "Write https:// and a host, without a user name.",
  slug: "Write small letters and digits, with single dashes between.",
  time_zone: "Write a time zone as the IANA database names it, such as Asia/Riyadh.",
  twice: "Something stands here twice.",
};
