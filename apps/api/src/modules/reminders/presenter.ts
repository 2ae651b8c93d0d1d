import type { Reminder } from '@minga/contract/reminders';
import type { ReminderRow } from './repository.ts';

export const presentReminder = ({ reminder, title, date }: ReminderRow): Reminder => ({
  _id: reminder.id,
  task: { _id: reminder.activityId, title, date: date.toISOString() },
  daysBefore: reminder.daysBefore,
  createdAt: reminder.createdAt.toISOString(),
});
