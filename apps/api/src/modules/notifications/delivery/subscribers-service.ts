import type { Transaction } from '../../../platform/database/connection.ts';
import { longDate, sentence } from '../../../platform/local-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PlaceChange } from '../../attendance/events.ts';
import type { ReminderDue } from '../../reminders/events.ts';
import { notify } from './service.ts';

/**
 * Subscriber of `placeOffered`, `placeLost` and `attendeeAsked`: notifies accounts in the bell. The attendance module sends the
 * e-mail. For an attendee without an e-mail address, it notifies the organiser of an offered place (docs/rules.md R10.5).
 */
export const notifyPlaces = (
  platform: Platform,
  tx: Transaction,
  what: 'offered' | 'lost' | 'asked',
  changes: readonly PlaceChange[],
): Promise<void> =>
  notify(
    platform,
    tx,
    changes.flatMap(({ attendance: { name, email, offerExpiresAt }, activity, userId }) => {
      const { id: taskId, ownerId, ownerEmail, title } = activity;
      if (email === null && what === 'offered' && offerExpiresAt !== null)
        return [
          {
            type: 'place' as const,
            userId: ownerId,
            email: ownerEmail,
            ...unreachableText(name ?? '', title, longDate(offerExpiresAt, platform.settings.timeZone)),
            taskId,
            composeEmail: null,
          },
        ];
      return userId === null
        ? []
        : [
            {
              type: 'place' as const,
              userId,
              email: email ?? '',
              ...(what === 'asked'
                ? askedText(activity, platform.settings)
                : what === 'offered' && offerExpiresAt !== null
                  ? offeredText(title, longDate(offerExpiresAt, platform.settings.timeZone))
                  : lostText(title)),
              taskId,
              composeEmail: null,
            },
          ];
    }),
  );

const unreachableText = (name: string, title: string, until: string) => ({
  title: `Avísale a ${name}: hay un cupo`,
  text: `${sentence(`Le guardamos un cupo en «${title}» hasta el ${until}`)} No dejó correo: escríbele desde la lista, o dale el cupo tú.`,
});

const offeredText = (title: string, until: string) => ({
  title: 'Hay un cupo para ti',
  text: `${sentence(`Te guardamos un cupo en «${title}» hasta el ${until}`)} Ábrela para aceptarlo o dejarlo pasar.`,
});

const lostText = (title: string) => ({
  title: 'El cupo pasó a otra persona',
  text: `No alcanzaste a aceptar el cupo en «${title}» y saliste de la lista de espera.`,
});

const askedText = ({ title, date }: PlaceChange['activity'], { timeZone }: Platform['settings']) => ({
  title: '¿Sigues viniendo?',
  text: `${sentence(`«${title}» es el ${longDate(date, timeZone)}`)} Ábrela y di si vienes, o libera tu cupo.`,
});

/** Subscriber of `reminderDue`: notifies recipients of their reminders. */
export const notifyReminders = (
  platform: Platform,
  tx: Transaction,
  reminders: readonly ReminderDue[],
): Promise<void> =>
  notify(
    platform,
    tx,
    reminders.map(({ userId, email, activityId, organiserId, title, text, emailId, composeEmail }) => ({
      type: 'reminder',
      userId,
      email,
      title,
      text,
      taskId: activityId,
      emailId,
      composeEmail,
      mail: { kind: 'reminderEmail', cause: { accountId: organiserId } },
    })),
  );
