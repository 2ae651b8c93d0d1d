import { failureSentence } from '@minga/contract/failure-sentences';
import type { SystemStatus } from '@minga/contract/system';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { digits } from '../../../lib/digits.ts';

/** The disk counts as full below either of these limits. */
const FREE_LEAST = 0.05;
const FREE_LEAST_BYTES = 1024 ** 3;

const one = (count: number, singular: string, plural: string) =>
  count === 1 ? singular : `${digits(count)} ${plural}`;

/** The problems that require attention, each with its way out, in sentences; empty if there are none. */
export function findingsOf(status: SystemStatus): string[] {
  const { deadLetters, letters, lateReminders, failingWebhooks, backup, images } = status;
  return [
    letters.isHeld && HELD,
    letters.isKept && !letters.isHeld && keptText(letters.waiting),
    letters.failing > 0 &&
      `${one(letters.failing, 'Un correo no ha podido salir', 'correos no han podido salir')}${causeOf(letters)}. ${retriedText(letters.failing)}`,
    deadLetters.total > 0 &&
      `${one(
        deadLetters.total,
        'Una tarea falló y no se volverá a intentar sola',
        'tareas fallaron y no se volverán a intentar solas',
      )}. En Sistema ves por qué y las reintentas.`,
    lateReminders > 0 &&
      `${one(lateReminders, 'Un recordatorio está atrasado', 'recordatorios están atrasados')}. Si ${lateReminders === 1 ? 'sigue' : 'siguen'} así en diez minutos, avísale a quien mantiene el servidor.`,
    isDiskFull(images.disk) &&
      'Queda poco espacio para las imágenes. Pídele más a quien mantiene el servidor.',
    backup.isOverdue && overdueText(backup.last),
    failingWebhooks.length > 0 && webhooksText(failingWebhooks),
  ].filter(finding => finding !== false);
}

function keptText(waiting: number): string {
  const kept = waiting === 0 ? '' : ` ${one(waiting, 'Un correo espera', 'correos esperan')}, hasta 90 días.`;
  return `No hay servidor de correo, así que no sale ningún correo y nadie puede verificar su cuenta.${kept} Pídele a quien mantiene el servidor que ponga SMTP_URL.`;
}

const HELD =
  'El sitio viene de una copia y sus envíos están retenidos: no sale ningún correo, webhook ni aviso. Quien mantiene el servidor los suelta con «sudo minga deliveries -- release».';

const retriedText = (count: number): string =>
  `${count === 1 ? 'Se intenta durante tres días; si no sale' : 'Se intentan durante tres días; si no salen'} pronto, avísale a quien mantiene el servidor.`;

const overdueText = (last: SystemStatus['backup']['last']): string =>
  last === null
    ? 'Todavía no hay ninguna copia de seguridad. Pídele a quien mantiene el servidor que haga una cada noche con «sudo minga backup».'
    : `La última copia de seguridad se hizo ${timeAgo(last.finishedAt, now())}, y ya debía haber otra. Avísale a quien mantiene el servidor.`;

/** The names that one sentence has. */
const NAMES_MAX = 3;

function webhooksText(collectives: readonly string[]): string {
  const names = collectives.slice(0, NAMES_MAX).map(name => `«${name}»`);
  const others = collectives.length > NAMES_MAX ? ['otros'] : [];
  return `Los webhooks de ${list.format([...names, ...others])} fallan hace más de una hora. Quienes administran el colectivo ven la causa en «Entregas».`;
}

const list = new Intl.ListFormat('es');

/** Why the oldest e-mail that is still retried failed, else the oldest of all, as the rest of a sentence. */
function causeOf({ unsent }: SystemStatus['letters']): string {
  const failed = unsent.filter(({ failure }) => failure !== null);
  const failure = (failed.find(({ state }) => state === 'waiting') ?? failed[0])?.failure;
  if (failure == null) return '';
  const text = failureSentence(failure);
  if (text === null) return '';
  return `: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

export const isDiskFull = (disk: SystemStatus['images']['disk']): boolean =>
  disk !== null && disk.freeBytes < Math.min(FREE_LEAST_BYTES, disk.totalBytes * FREE_LEAST);
