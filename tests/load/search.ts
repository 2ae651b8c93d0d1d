import { someWords } from './many-activities.ts';
import { measureCall } from './measure-call.ts';
import { answeredWithin, type Row } from './row.ts';
import type { Part } from './site.ts';

/** More than a process keeps replies for: none of them is answered from memory. */
const UNKEPT = 1_500;
const AIMED_SIZE = 100_000;

/** Searches without a session: of words that everybody asks for, and of another word each time. */
export const search: Part = {
  name: 'search',
  async run(site) {
    const aim = site.size === AIMED_SIZE ? answeredWithin(40) : null;
    const words = await someWords(site.pool, UNKEPT);
    let asked = 0;
    // Each round with another limit, so that a short list of words does not come by again too soon.
    const another = () => {
      asked += 1;
      return { path: found(words[asked % words.length] ?? '', 20 + (Math.floor(asked / words.length) % 5)) };
    };
    const calls = {
      'ten hits': { path: found('yarumal') },
      'one in a hundred': { path: found('humedal') },
      misspelt: { path: found('yarumla') },
      'by place': { path: '/api/tasks/search?place=vereda&limit=24' },
      'another word each time': another,
    };
    const rows: Row[] = [];
    for (const [call, asked] of Object.entries(calls)) {
      rows.push(await measureCall(site, { part: 'search', call, asked, aim }));
    }
    const alone = { part: 'search', call: 'another word, one after another', asked: another, connections: 1 };
    rows.push(await measureCall(site, { ...alone, aim }));
    return rows;
  },
};

const found = (words: string, limit = 24): string => `/api/tasks/search?q=${words}&limit=${limit}`;
