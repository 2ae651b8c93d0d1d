import { type Activity, listOwnActivities } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import { anActivity } from './activity.ts';
import { renderApp } from './render.tsx';
import { declareResponses, type Responses, respond, type SentRequest, signedIn } from './server.ts';

/** An activity of María's. */
export const ownActivity = (number: number, changes: Partial<Activity> = {}) =>
  anActivity({
    _id: `01930000-0000-7000-8000-00000000000${number}`,
    title: `Minga ${number}`,
    isOwner: true,
    ...changes,
  });

export const firstOwn = ownActivity(1);
export const pastOwn = ownActivity(3, { title: 'Sancocho de ayer', date: '2026-01-05T14:00:00.000Z' });

export const listOf = <Row>(rows: readonly Row[]) => ({ body: [...rows], total: rows.length });

interface Scene {
  upcoming?: Activity[];
  gone?: Activity[];
  /** Of each of the activities. */
  participants?: Attendance[];
  responses?: Responses;
  search?: string;
}

/** /tasks/asistencia for María, who organises two activities to come and one that has been. */
export function showParticipants(scene: Scene = {}) {
  const { upcoming = [firstOwn, ownActivity(2)], gone = [pastOwn], search = '' } = scene;
  const { participants = [], responses = {} } = scene;
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, ({ query }: SentRequest) =>
      listOf(query.date === 'proximas' ? upcoming : gone),
    ),
    ...Object.fromEntries(
      [...upcoming, ...gone].map(({ _id }) => [`GET /attendances/${_id}`, listOf(participants)]),
    ),
    ...responses,
  });
  const app = renderApp(`/tasks/asistencia${search}`);
  return { ...app, sent, requestsTo: (method: string) => sent.filter(request => request.method === method) };
}
