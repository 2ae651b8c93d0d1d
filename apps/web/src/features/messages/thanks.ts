import type { NewMessage, SentMessage } from '@minga/contract/messages';

const SUBJECT = 'Gracias por hacer parte';

/** The prepared message after an activity. It thanks everybody with a place: some may have come without having been registered. */
export const thanksFor = (title: string): NewMessage => ({
  to: 'confirmed',
  subject: SUBJECT,
  replyToMe: false,
  text: `Gracias de corazón por sumarte a «${title}» y por lo que cada quien puso para que saliera adelante.\n\nLo que se hace en minga queda. Ojalá nos veamos en la próxima.`,
});

/** The message of thanks among those that were sent. */
export const sentThanks = <M extends Pick<SentMessage, 'subject' | 'to'>>(messages: readonly M[]) =>
  messages.find(({ subject, to }) => subject === SUBJECT && to !== 'waiting');
