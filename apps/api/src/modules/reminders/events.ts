import type { Email } from '../../platform/mail/email.ts';

/** A reminder that this transaction has claimed, for one recipient. */
export interface ReminderDue {
  /** Null: a visitor. */
  readonly userId: string | null;
  readonly email: string;
  readonly activityId: string;
  readonly title: string;
  readonly text: string;
  /** The same for every attempt: of two emails with one id the second is not stored. */
  readonly emailId: string;
  /** The organiser, who causes it by moving the date again. */
  readonly organiserId: string;
  readonly composeEmail: (unsubscribeUrl: string) => Promise<Email>;
}

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    reminderDue: ReminderDue;
  }
}
