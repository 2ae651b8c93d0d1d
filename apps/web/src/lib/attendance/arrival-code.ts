/** 16 random bytes as base64url. */
const CODE = /(?:^|\/)([\w-]{22})\/?(?:[?#].*)?$/;

/** The code in the text of a QR: the last segment of `PUBLIC_URL/llegada/{code}`, or the text itself. Null: it has none. */
export const arrivalCode = (text: string): string | null => CODE.exec(text.trim())?.[1] ?? null;
