import type { SystemStatus } from '@minga/contract/system';
import { digits } from '../../../../lib/digits.ts';

/** The disk counts as full below either of these limits. */
const FREE_LEAST = 0.05;
const FREE_LEAST_BYTES = 1024 ** 3;

const one = (count: number, singular: string, plural: string) =>
  count === 1 ? singular : `${digits(count)} ${plural}`;

/** The problems that require attention, in sentences; empty if there are none. */
export function findingsOf(status: SystemStatus): string[] {
  const { deadLetters, letters, lateReminders, images } = status;
  return [
    deadLetters.total > 0 &&
      one(
        deadLetters.total,
        'Una tarea falló y no se volverá a intentar sola.',
        'tareas fallaron y no se volverán a intentar solas.',
      ),
    letters.failing > 0 &&
      one(letters.failing, 'Un correo no ha podido salir.', 'correos no han podido salir.'),
    lateReminders > 0 &&
      one(lateReminders, 'Un recordatorio está atrasado.', 'recordatorios están atrasados.'),
    isDiskFull(images.disk) && 'Queda poco espacio para las imágenes.',
  ].filter(finding => finding !== false);
}

export const isDiskFull = (disk: SystemStatus['images']['disk']): boolean =>
  disk !== null && disk.freeBytes < Math.min(FREE_LEAST_BYTES, disk.totalBytes * FREE_LEAST);
