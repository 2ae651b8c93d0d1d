import type { Attendance } from '@minga/contract/attendance';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { anActivity } from './activity.ts';

/** The participant of this number, in the order of confirmation, with what the test is about changed. */
export function aParticipant(number: number, changes: Partial<Attendance> = {}): Attendance {
  const place = String(number).padStart(5, '0');
  return {
    _id: `01940000-0000-7000-8000-0000000${place}`,
    task: anActivity()._id,
    taskId: anActivity()._id,
    name: `Persona ${number}`,
    email: `persona.${number}@example.org`,
    phone: '',
    answers: [],
    claims: [],
    companions: 0,
    status: 'confirmed',
    position: null,
    offerExpiresAt: null,
    askedAgainAt: null,
    reconfirmed: null,
    code: null,
    checkedInAt: null,
    checkedInBy: null,
    hours: null,
    createdAt: new Date(Date.UTC(2026, 10, 1) + number * 1000).toISOString(),
    ...changes,
  };
}

/** The attendance of a personal link, confirmed for this activity alone, with what the test is about changed. */
export const aPersonalAttendance = (
  task: PersonalAttendance['task'],
  changes: Partial<PersonalAttendance> = {},
): PersonalAttendance => ({
  _id: '0199bbbb-0000-7000-8000-0000000000aa',
  taskId: task._id,
  name: 'Luz',
  email: 'luz@example.org',
  phone: '',
  answers: [],
  claims: [],
  companions: 0,
  status: 'confirmed',
  position: null,
  offerExpiresAt: null,
  askedAgainAt: null,
  reconfirmed: null,
  code: null,
  checkedInAt: null,
  hours: null,
  isPublic: true,
  coversEmail: true,
  dates: [{ taskId: task._id, date: task.date, status: 'confirmed' }],
  task,
  ...changes,
});
