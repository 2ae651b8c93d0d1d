import type { Unreached } from '@minga/contract/messages';
import { unreachedText } from '../audience-texts.ts';

/** Whom a message does not reach, with the way to write to them; renders nothing if it reaches everybody. */
export function UnreachedNote({ unreached }: { unreached: Unreached }) {
  const text = unreachedText(unreached);
  if (text === null) return null;
  return (
    <span>{` ${text}${unreached.withoutEmail > 0 ? ' A quienes dejaron su teléfono puedes escribirles por WhatsApp desde la lista.' : ''}`}</span>
  );
}
