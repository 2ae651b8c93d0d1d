import type { RegisteredAttendance } from '@minga/contract/administration/attendances';
import type { RegisteredRow } from '../attendance/participants/repository.ts';

/** Attendances of deleted accounts have neither name nor e-mail. */
export const presentRegistered = ({
  attendance: { id, name, email, createdAt },
  activity,
  linked,
  known,
}: RegisteredRow): RegisteredAttendance => {
  const account = linked ?? known;
  const visitor = email === null ? null : { _id: null, username: name ?? '', email };
  return {
    _id: id,
    task: activity && { _id: activity.id, title: activity.title, date: activity.date.toISOString() },
    user: account === null ? visitor : { _id: account.id, username: account.username, email: account.email },
    createdAt: createdAt.toISOString(),
  };
};
