import type { Attendance } from '@minga/contract/attendance';
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
