import type { Email } from '../../platform/mail/email.ts';

/** A reminder that this transaction has claimed, for one recipient. */
export interface ReminderDue {
  /** Null if the recipient is a visitor. */
  readonly userId: string | null;
  readonly email: string;
  readonly activityId: string;
  readonly title: string;
  readonly text: string;
  /** Identical for every attempt: a second e-mail with the same id is not stored. */
  readonly emailId: string;
  /** The activity's organiser, who counts as the cause of the e-mail, because a changed date sends it again. */
  readonly organiserId: string;
  readonly composeEmail: (unsubscribeUrl: string) => Promise<Email>;
}

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    reminderDue: ReminderDue;
  }
}
