import { plainText } from '@minga/contract/person-name';

/** A text as browsers and mail programs read the web addresses in it; they decode '%61' in a host. */
export const addressText = (text: string): string =>
  plainText(text.replace(/(?:%[\da-f]{2})+/gi, encoded => decoded(encoded)));

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Not UTF-8: the bytes of ASCII.
    return encoded.replace(/%([2-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
