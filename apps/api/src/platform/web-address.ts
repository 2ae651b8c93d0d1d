import { plainText } from '@minga/contract/person-name';

/** Decodes a text as browsers and mail programs decode the web addresses in it, such as '%61' in a host. */
export const addressText = (text: string): string =>
  plainText(text.replace(/(?:%[\da-f]{2})+/gi, encoded => decoded(encoded)));

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // The bytes are not UTF-8, so only those of ASCII characters are decoded.
    return encoded.replace(/%([2-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
