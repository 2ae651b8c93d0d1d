import type { Caller } from '../people.ts';
import { call, signedIn } from './callers.ts';
import { cast, formerAdmin } from './cast.ts';

interface WithId {
  _id: string;
}

interface Decisions {
  readonly approved: readonly string[];
  readonly rejected: string;
}

/** Those who administer come, decide on activities, and shut one account and one admin out. */
export async function administer(
  url: string,
  { approved, rejected }: Decisions,
): Promise<{ admin: Caller; superadmin: Caller }> {
  const superadmin = await signedIn(url, cast.superadmin);
  await call(superadmin, 'POST', '/auth/admin/register', cast.admin);
  const former = (await call(superadmin, 'POST', '/auth/admin/register', formerAdmin)) as WithId;
  await call(superadmin, 'PATCH', `/admin/${former._id}/deactivate`);

  const admin = await signedIn(url, cast.admin);
  for (const id of approved) await call(admin, 'PATCH', `/admin-panel/activities/${id}/approve`);
  await call(admin, 'PATCH', `/admin-panel/activities/${rejected}/reject`, {
    reason: 'En Minga no se vende: cuéntanos a qué trabajo comunitario invitas.',
  });
  const response = await admin.request.get('/api/admin-panel/users?search=edgar.hoyos');
  const [edgar] = (await response.json()) as [WithId];
  await call(admin, 'PATCH', `/admin-panel/users/${edgar._id}/status`, { isActive: false });
  return { admin, superadmin };
}
