import type { ApiClient } from '../accounts.ts';
import { call, signInClient } from './api-clients.ts';
import { accountHolders, formerAdmin } from './viewers.ts';

interface WithId {
  _id: string;
}

interface Decisions {
  /** The collective that is verified. */
  readonly verified: string;
  readonly approved: readonly string[];
  /** An occurrence of a series, of which all are approved. */
  readonly series: string;
  readonly rejected: string;
}

/** Creates the admins, approves and rejects activities, and deactivates one account and one admin. */
export async function setUpAdministration(
  url: string,
  { verified, approved, series, rejected }: Decisions,
): Promise<{ admin: ApiClient; superadmin: ApiClient }> {
  const superadmin = await signInClient(url, accountHolders.superadmin);
  await call(superadmin, 'POST', '/auth/admin/register', accountHolders.admin);
  const former = (await call(superadmin, 'POST', '/auth/admin/register', formerAdmin)) as WithId;
  await call(superadmin, 'PATCH', `/admin/${former._id}/deactivate`);

  const admin = await signInClient(url, accountHolders.admin);
  for (const id of approved) await call(admin, 'PATCH', `/admin-panel/activities/${id}/approve`);
  await call(admin, 'PATCH', `/admin-panel/activities/${series}/approve?scope=all`);
  await call(admin, 'PATCH', `/admin-panel/activities/${rejected}/reject`, {
    reason: 'En Minga no se vende: cuéntanos a qué trabajo comunitario invitas.',
  });
  await call(admin, 'PATCH', `/admin-panel/collectives/${verified}/verification`, { isVerified: true });
  const response = await admin.request.get('/api/admin-panel/users?search=edgar.hoyos');
  const [edgar] = (await response.json()) as [WithId];
  await call(admin, 'PATCH', `/admin-panel/users/${edgar._id}/status`, { isActive: false });
  return { admin, superadmin };
}
