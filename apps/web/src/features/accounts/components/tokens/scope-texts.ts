import type { TokenScope } from '@minga/contract/api-tokens';

/** The scopes of a token, in words. */
export const scopeTexts: Readonly<Record<TokenScope, { label: string; detail: string }>> = {
  read: { label: 'Solo leer', detail: 'Ve lo que tú ves y no cambia nada.' },
  write: { label: 'Leer y escribir', detail: 'Publica, cambia y elimina en tu nombre.' },
};
