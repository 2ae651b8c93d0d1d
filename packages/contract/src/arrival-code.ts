/** The path of a code's page. The QR code contains the URL of this path followed by the code (docs/rules.md R18.1). */
export const ARRIVAL_PATH = '/llegada';

/** Matches 16 bytes in base64url: only two bits of the last of the 22 characters are used. */
const CODE = /^[\w-]{21}[AQgw]$/;

/** Whether a text has the form of an attendance's code. */
export const isArrivalCode = (text: string): boolean => CODE.test(text);
