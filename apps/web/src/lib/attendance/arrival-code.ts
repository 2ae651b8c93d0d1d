/** 16 random bytes as base64url. */
const CODE = /(?:^|\/)([\w-]{22})\/?(?:[?#].*)?$/;

/** The code in the text of a QR: the last segment of `PUBLIC_URL/llegada/{code}`, or the text itself. Null: it has none. */
export const arrivalCode = (text: string): string | null => CODE.exec(text.trim())?.[1] ?? null;

/** SHA-256 of a code's text in hexadecimal digits, as the door's list has it. Null outside a secure context, where only the server can tell. */
export async function codeHash(code: string): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(code));
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Digits and letters without those that look or sound like others: I, L, O, U and V. */
const SPOKEN = '0123456789ABCDEFGHJKMNPQRSTWXYZ';
const SPOKEN_LENGTH = 6;
/** 40 bits of the hash, of which the short code keeps almost 30. */
const HASH_DIGITS = 10;

/**
 * The six characters that a person says at the door, from the hash of its code (decision 0094). Both sides have the hash: the person
 * by the code, the door in its list. It finds a row of that list and opens nothing at the server.
 */
export function spokenCode(hash: string): string {
  let rest = Number.parseInt(hash.slice(0, HASH_DIGITS), 16);
  let spoken = '';
  for (let place = 0; place < SPOKEN_LENGTH; place += 1) {
    spoken += SPOKEN.charAt(rest % SPOKEN.length);
    rest = Math.floor(rest / SPOKEN.length);
  }
  return spoken;
}

const MISHEARD: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0', V: 'B' };

/** The spoken code that these words are, as it was heard: in any case, with gaps, with letters that it does not have. Null: they are none. */
export function heardCode(words: string): string | null {
  const text = words
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[ILOV]/g, letter => MISHEARD[letter] ?? letter);
  return text.length === SPOKEN_LENGTH && [...text].every(one => SPOKEN.includes(one)) ? text : null;
}
