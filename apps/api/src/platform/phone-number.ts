import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

export type { CountryCode };

export const isCountry = (code: string): code is CountryCode => isSupportedCountry(code);

/** Converts a telephone number to E.164; a number without a prefix is one of `country`. Returns null if the text is not a number. */
export function toE164(text: string, country: CountryCode): string | null {
  // Most countries dial '00' before international numbers. In Colombia a carrier's code follows it, so the library would not accept it alone.
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'), {
    defaultCountry: country,
    extract: false,
  });
  return number?.isValid() === true ? number.number : null;
}
