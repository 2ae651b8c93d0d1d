import { createSession } from './create-session.ts';
import { measureCall } from './measure-call.ts';
import { atLeast } from './row.ts';
import type { Part } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

const DISTINCT_ACTIVITIES = 20_000;
const part = 'activity';

/** One activity as JSON: without a session, with one, and a different activity each time. */
export const activity: Part = {
  name: part,
  async run(site) {
    const ids = await upcomingIds(site.pool, DISTINCT_ACTIVITIES);
    const headers = await createSession(site.pool, `role = 'user'`);
    let request = 0;
    const path = `/api/tasks/${ids[0]}`;
    const nextActivity = () => {
      request += 1;
      // A unique URL each time bypasses the response cache.
      return { path: `/api/tasks/${ids[request % ids.length]}?again=${request}` };
    };
    return [
      await measureCall(site, { part, call: 'without a session', request: { path }, aim: atLeast(0.5) }),
      await measureCall(site, {
        part,
        call: 'with a session',
        request: { path, headers },
        aim: atLeast(0.15),
      }),
      await measureCall(site, { part, call: 'a different one each time', request: nextActivity }),
    ];
  },
};
