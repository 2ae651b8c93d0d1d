import type { Activity } from '@minga/contract/activities';
import { expect, request } from '@playwright/test';
import { type ApiClient, createAccount, signIn } from '../accounts.ts';
import type { ActivityFixture } from './activity-fixtures.ts';
import { drawnPicture } from './drawn-picture.ts';
import type { Member } from './viewers.ts';

/** Listed as 'Chrome en Android' among the sessions. */
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

export const newApiClient = async (baseURL: string): Promise<ApiClient> => ({
  request: await request.newContext({ baseURL, userAgent: USER_AGENT }),
});

/** Creates an account; the client is signed in. */
export async function createMemberClient(baseURL: string, member: Member): Promise<ApiClient> {
  const client = await newApiClient(baseURL);
  await createAccount(client, member);
  return client;
}

export async function signInClient(baseURL: string, member: Member): Promise<ApiClient> {
  const client = await newApiClient(baseURL);
  await signIn(client, member);
  return client;
}

/** Sends a request and returns the response's JSON, or null for a 204. Fails for any status but success. */
export async function call(
  client: ApiClient,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<unknown> {
  const response = await client.request.fetch(`/api${path}`, { method, ...(data && { data }) });
  expect(response.ok(), `${method} ${path} returned ${response.status()}`).toBe(true);
  return response.status() === 204 ? null : response.json();
}

/** Publishes an activity, with its picture and promotion, and returns its id. `seed` varies the picture. */
export async function publish(client: ApiClient, activity: ActivityFixture, seed: number): Promise<string> {
  const { scene, isPromoted, goals, ...fields } = activity;
  const image = scene && (await drawnPicture(scene, seed));
  const response = await client.request.post('/api/tasks', {
    multipart: { ...fields, ...(goals && { goals: JSON.stringify(goals) }), ...(image && { image }) },
  });
  expect(response.status(), `'${activity.title}' is published`).toBe(201);
  const published = (await response.json()) as Pick<Activity, '_id' | 'goals'>;
  const { _id: id } = published;
  for (const [index, { _id: goalId }] of published.goals.entries())
    await call(client, 'PATCH', `/tasks/${id}/goals/${goalId}`, { reached: goals?.[index]?.reached ?? 0 });
  if (isPromoted) await call(client, 'PATCH', `/tasks/${id}/promotion`, { isPromoted });
  return id;
}

/** Publishes activities and returns their ids under the same keys. */
export async function publishAll<Key extends string>(
  client: ApiClient,
  activities: Record<Key, ActivityFixture>,
): Promise<Record<Key, string>> {
  const ids: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(activities) as Key[]) {
    ids[key] = await publish(client, activities[key], activities[key].title.length);
  }
  return ids as Record<Key, string>;
}
