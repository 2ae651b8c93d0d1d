import { createHash, randomBytes } from 'node:crypto';
import { ARRIVAL_PATH } from '@minga/contract/arrival-code';

/** 128 random bits, by which the door recognises an attendance; written as base64url in its QR code. */
export const newCode = (): Buffer => randomBytes(16);

export const attendanceCode = {
  write: (code: Buffer): string => code.toString('base64url'),
  /** Anything else than a code gives bytes that no attendance has. */
  parse: (text: string): Buffer => Buffer.from(text, 'base64url'),
  /** SHA-256 of the written code, in hexadecimal digits. */
  hash: (code: Buffer): string => createHash('sha256').update(attendanceCode.write(code)).digest('hex'),
};

/** The address in the QR code. */
export const arrivalUrl = ({ publicUrl }: { readonly publicUrl: string }, code: Buffer): string =>
  `${publicUrl}${ARRIVAL_PATH}/${attendanceCode.write(code)}`;
