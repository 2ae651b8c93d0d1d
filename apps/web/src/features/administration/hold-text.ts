import type { HoldReason } from '@minga/contract/holds';

/** Why a publication is held, for administrators. */
export function holdText({ kind, term }: HoldReason): string {
  switch (kind) {
    case 'word':
      return `Dice «${term}»`;
    case 'domain':
      return `Nombra la página ${term}`;
    case 'first':
      return 'Es de las primeras publicaciones de la cuenta';
    case 'report':
      return 'Se ocultó por reportes y la cambiaron';
    case 'rejection':
      return 'Se rechazó y la cambiaron';
  }
}
