import type { Entry } from '../src/features/notifications/bell.ts';
import { anActivity } from './activity.ts';

/** A new, unread notification with the given changes. */
export const anEntry = (changes: Partial<Entry> = {}): Entry => ({
  id: '01960000-0000-7000-8000-000000000001',
  title: 'Nueva asistencia',
  message: 'Rosa asistirá a «Siembra de árboles».',
  type: 'attendance',
  taskId: anActivity()._id,
  timestamp: new Date().toISOString(),
  read: false,
  ...changes,
});
