import { expect, request } from '@playwright/test';
import { type Caller, join, signIn } from '../people.ts';
import type { Member } from './cast.ts';
import type { Published } from './community.ts';
import { drawnPicture } from './drawn-picture.ts';

/** What the list of sessions says of each: 'Chrome en Android'. */
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

export const newCaller = async (baseURL: string): Promise<Caller> => ({
  request: await request.newContext({ baseURL, userAgent: USER_AGENT }),
});

/** A new person, verified and signed in. */
export async function joined(baseURL: string, member: Member): Promise<Caller> {
  const caller = await newCaller(baseURL);
  await join(caller, member);
  return caller;
}

export async function signedIn(baseURL: string, member: Member): Promise<Caller> {
  const caller = await newCaller(baseURL);
  await signIn(caller, member);
  return caller;
}

/** What is sent, and the answer that comes; anything but success ends it all. */
export async function call(
  { request: calls }: Caller,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<unknown> {
  const response = await calls.fetch(`/api${path}`, { method, ...(data && { data }) });
  expect(response.ok(), `${method} ${path} is answered ${response.status()}`).toBe(true);
  return response.status() === 204 ? null : response.json();
}

/** Publishes it, with its picture and promotion; answers its id. `seed` varies the picture. */
export async function publish(caller: Caller, activity: Published, seed: number): Promise<string> {
  const { scene, isPromoted, ...fields } = activity;
  const image = scene && (await drawnPicture(scene, seed));
  const response = await caller.request.post('/api/tasks', {
    multipart: { ...fields, ...(image && { image }) },
  });
  expect(response.status(), `'${activity.title}' is published`).toBe(201);
  const { _id: id } = (await response.json()) as { _id: string };
  if (isPromoted) await call(caller, 'PATCH', `/tasks/${id}/promotion`, { isPromoted });
  return id;
}

/** Publishes all of them; answers their ids under the same keys. */
export async function publishAll<Key extends string>(
  caller: Caller,
  activities: Record<Key, Published>,
): Promise<Record<Key, string>> {
  const ids: Partial<Record<Key, string>> = {};
  for (const key of Object.keys(activities) as Key[]) {
    ids[key] = await publish(caller, activities[key], activities[key].title.length);
  }
  return ids as Record<Key, string>;
}
