import { measureCall } from './measure-call.ts';
import { atLeast } from './row.ts';
import { signedIn } from './sessions.ts';
import type { Part } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

const ANOTHER = 20_000;
const part = 'activity';

/** One activity as JSON: for everybody, with a session, and another one each time. */
export const activity: Part = {
  name: part,
  async run(site) {
    const ids = await upcomingIds(site.pool, ANOTHER);
    const headers = await signedIn(site.pool, `role = 'user'`);
    let asked = 0;
    const path = `/api/tasks/${ids[0]}`;
    const another = () => {
      asked += 1;
      // Its own address each time, so that none is answered from memory.
      return { path: `/api/tasks/${ids[asked % ids.length]}?again=${asked}` };
    };
    return [
      await measureCall(site, { part, call: 'without a session', asked: { path }, aim: atLeast(0.5) }),
      await measureCall(site, { part, call: 'with a session', asked: { path, headers }, aim: atLeast(0.15) }),
      await measureCall(site, { part, call: 'another one each time', asked: another }),
    ];
  },
};
