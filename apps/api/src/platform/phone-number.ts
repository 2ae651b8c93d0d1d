import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

export type { CountryCode };

export const isCountry = (code: string): code is CountryCode => isSupportedCountry(code);

/** A telephone number as E.164, read with the country where it has no prefix; null: it is none. */
export function toE164(text: string, country: CountryCode): string | null {
  // '00' is how many countries dial abroad; in Colombia it would be half of a carrier's prefix.
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'), {
    defaultCountry: country,
    extract: false,
  });
  return number?.isValid() === true ? number.number : null;
}
