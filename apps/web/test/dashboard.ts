import { listOwnActivities } from '@minga/contract/activities';
import type { Account } from '@minga/contract/administration/account';
import type { Role } from '@minga/contract/session';
import { renderApp } from './render.tsx';
import { declareResponses, maria, type Responses, respond, signedIn } from './server.ts';

/** An account as administration sees it, with what the test is about changed. */
export const anAccount = (number: number, changes: Partial<Account> = {}): Account => ({
  ...maria,
  _id: `01970000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`,
  username: `Persona ${number}`,
  email: `persona.${number}@example.org`,
  phone: '3001234567',
  ...changes,
});

/** What the tabs ask for, which stays unanswered as long as the test says nothing else. */
const requestsTo = [
  'GET /admin',
  'GET /admin/setup',
  'GET /admin/stats',
  'GET /admin-panel/users',
  'GET /admin-panel/users/stats',
  'GET /admin-panel/activities',
  'GET /admin-panel/activities/stats',
  'GET /admin-panel/attendances',
  'GET /admin-panel/attendances/stats',
  'GET /admin-panel/reports/stats',
  'GET /admin-panel/today',
  'GET /system',
];
const unanswered: Responses = Object.fromEntries(
  requestsTo.map(line => [line, () => new Promise<never>(() => {})]),
);

/** /admin-dashboard for María in this role; the server responds as declared. */
export function renderDashboard(role: Role, search = '', responses: Responses = {}) {
  const sent = declareResponses({
    ...signedIn({ ...maria, role }),
    ...respond(listOwnActivities, { body: [], total: 0 }),
    ...unanswered,
    ...responses,
  });
  const app = renderApp(`/admin-dashboard${search}`);
  return {
    ...app,
    sent,
    requestsTo: (line: string) => sent.filter(({ method, path }) => `${method} ${path}` === line),
  };
}
