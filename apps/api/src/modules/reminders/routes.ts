import {
  createReminder,
  deleteReminder,
  listReminders,
  type Reminder,
  updateReminder,
} from '@minga/contract/reminders';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReminderRow } from './repository.ts';
import * as reminders from './service.ts';

const presentReminder = ({ reminder, title, date }: ReminderRow): Reminder => ({
  _id: reminder.id,
  task: { _id: reminder.activityId, title, date: date.toISOString() },
  daysBefore: reminder.daysBefore,
  createdAt: reminder.createdAt.toISOString(),
});

/** Routes for the reminders of an account. */
export function reminderRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, createReminder, async ({ body, session }) =>
    presentReminder(await reminders.createReminder(platform, session, body)),
  );

  route(app, listReminders, async ({ query, session }) => {
    const { rows, total } = await reminders.currentReminders(platform, session, query);
    return { rows: rows.map(presentReminder), total };
  });

  route(app, updateReminder, async ({ params, body, session }) =>
    presentReminder(await reminders.changeReminder(platform, session, params.id, body.daysBefore)),
  );

  route(app, deleteReminder, async ({ params, session }) => {
    await reminders.removeReminder(platform, session, params.id);
    return undefined;
  });
}
