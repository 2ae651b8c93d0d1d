import { createSession } from './create-session.ts';
import { measureCall } from './measure-call.ts';
import { atLeast } from './row.ts';
import type { Part } from './site.ts';

const part = 'session';
const path = '/api/auth/verify';

/** The session check that every visit starts with. */
export const session: Part = {
  name: part,
  async run(site) {
    const headers = await createSession(site.pool, `role = 'user'`);
    return [
      await measureCall(site, { part, call: 'check', request: { path, headers }, aim: atLeast(0.15) }),
      await measureCall(site, { part, call: 'check without a cookie', request: { path } }),
    ];
  },
};
