import * as z from 'zod/mini';
import { anyLine, pastedLink } from './text.ts';

export const CHAT_URL_MAX = 300;
const WRONG = 'El enlace del grupo debe empezar por https://';

const isHttps = (text: string): boolean => text.startsWith('https://') && URL.canParse(text);

/** The https address of the attendees' chat, such as a WhatsApp group; empty text is null (docs/rules.md R23.1). */
export const chatUrl = z.pipe(
  z.nullable(
    anyLine(
      CHAT_URL_MAX,
      `El enlace del grupo debe tener como máximo ${CHAT_URL_MAX} caracteres`,
      pastedLink,
    ).check(z.refine(text => text === '' || isHttps(text), WRONG)),
  ),
  z.transform((text: string | null) => text || null),
);
