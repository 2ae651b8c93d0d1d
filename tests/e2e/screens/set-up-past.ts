import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { ApiClient } from '../accounts.ts';
import { call } from './api-clients.ts';
import { drawnPicture } from './drawn-picture.ts';

const TEXT =
  'Fuimos 42 personas y sacamos 34 bultos de basura entre el puente del Humilladero y la galería. El sancocho lo hizo doña Rosa.\n\nAprendimos a empezar más temprano: a las diez ya hacía mucho sol. La próxima llevaremos carretillas.';

/** The memory of a past activity, with four pictures. */
export async function writeMemory(organiser: ApiClient, activityId: string): Promise<void> {
  const form = new FormData();
  form.append('text', TEXT);
  for (const [index, scene] of (['river', 'trees', 'pot', 'houses'] as const).entries()) {
    const { name, mimeType, buffer } = await drawnPicture(scene, 21 + index);
    form.append('images', new File([Uint8Array.from(buffer)], name, { type: mimeType }));
  }
  const response = await organiser.request.put(`/api/tasks/${activityId}/memory`, { multipart: form });
  expect(response.status()).toBe(200);
}

/** Checks every second party of an activity in. */
export async function checkHalfIn(organiser: ApiClient, activityId: string): Promise<void> {
  const response = await organiser.request.get(`/api/attendances/${activityId}/door`);
  const { activity, attendances } = (await response.json()) as {
    activity: { date: string };
    attendances: { _id: string }[];
  };
  const items = attendances
    .filter((_, index) => index % 2 === 0)
    .map(({ _id: attendanceId }) => ({ id: randomUUID(), attendanceId, at: activity.date }));
  await call(organiser, 'POST', `/attendances/${activityId}/check-ins`, { items });
}
