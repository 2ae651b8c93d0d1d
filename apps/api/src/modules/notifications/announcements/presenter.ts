import type { Audience, AudienceCounts, SentMessage, Unreached } from '@minga/contract/messages';
import type { Reach, SentMessageRow } from './message-repository.ts';

export const presentReach = ({ recipients, unsubscribed, withoutEmail, unconfirmed }: Reach) => ({
  recipients,
  unreached: { unsubscribed, withoutEmail, unconfirmed } satisfies Unreached,
});

export function presentCounts({ confirmed, waiting, all }: Record<Audience, Reach>): AudienceCounts {
  const unreached = (reach: Reach) => presentReach(reach).unreached;
  return {
    confirmed: confirmed.recipients,
    waiting: waiting.recipients,
    all: all.recipients,
    unreached: { confirmed: unreached(confirmed), waiting: unreached(waiting), all: unreached(all) },
  };
}

export const presentMessage = ({ message, sender }: SentMessageRow): SentMessage => ({
  _id: message.id,
  subject: message.subject,
  text: message.text,
  to: message.audience,
  replyToMe: message.replyToMe,
  sender,
  ...presentReach(message),
  createdAt: message.createdAt.toISOString(),
});
