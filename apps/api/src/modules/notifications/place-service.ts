import type { Transaction } from '../../platform/database/connection.ts';
import { longDate } from '../../platform/long-date.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PlaceChange } from '../attendance/events.ts';
import { notify } from './delivery-service.ts';

/** Subscriber of `placeOffered` and `placeLost`: tells accounts in the bell. The e-mail is the attendance module's. */
export const notifyPlaces = (
  platform: Platform,
  tx: Transaction,
  what: 'offered' | 'lost',
  changes: readonly PlaceChange[],
): Promise<void> =>
  notify(
    platform,
    tx,
    changes.flatMap(({ attendance: { email, offerExpiresAt }, activity: { id: taskId, title }, userId }) =>
      userId === null
        ? []
        : [
            {
              type: 'place',
              userId,
              email: email ?? '',
              ...(what === 'offered' && offerExpiresAt !== null
                ? offeredText(title, longDate(offerExpiresAt, platform.settings.timeZone))
                : lostText(title)),
              taskId,
              composeEmail: null,
            },
          ],
    ),
  );

const offeredText = (title: string, until: string) => ({
  title: 'Hay un cupo para ti',
  text: `Te guardamos un cupo en «${title}» hasta el ${until}. Ábrela para aceptarlo o dejarlo pasar.`,
});

const lostText = (title: string) => ({
  title: 'El cupo pasó a otra persona',
  text: `No alcanzaste a aceptar el cupo en «${title}» y saliste de la lista de espera.`,
});
