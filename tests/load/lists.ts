import { measureCall } from './measure-call.ts';
import { atLeast, type Row } from './row.ts';
import type { Part } from './site.ts';

/** Public lists as JSON, without a session. */
export const lists: Part = {
  name: 'lists',
  async run(site) {
    const calls = {
      'others, 24 rows': '/api/tasks/others?limit=24',
      'promoted, 24 rows': '/api/tasks/promoted?limit=24',
      'catalogue, 24 rows': '/api/tasks/search?date=proximas&limit=24',
    };
    const rows: Row[] = [];
    for (const [call, path] of Object.entries(calls)) {
      rows.push(await measureCall(site, { part: 'lists', call, request: { path }, aim: atLeast(0.5) }));
    }
    return rows;
  },
};
