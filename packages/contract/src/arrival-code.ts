/** The page of a code: its address, followed by the code, is what the QR code contains (docs/rules.md R18.1). */
export const ARRIVAL_PATH = '/llegada';

/** 16 bytes in base64url: of the last of the 22 characters two bits count. */
const CODE = /^[\w-]{21}[AQgw]$/;

/** Whether a text may be an attendance's code. */
export const isArrivalCode = (text: string): boolean => CODE.test(text);
