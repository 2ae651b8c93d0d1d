import { sampleWords } from './fill-activities.ts';
import { measureCall } from './measure-call.ts';
import { p99Within, type Row } from './row.ts';
import type { Part } from './site.ts';

/** More words than the response cache holds: no response comes from the cache. */
const DISTINCT_WORDS = 1_500;
const AIMED_SIZE = 100_000;

/** Searches without a session: popular words, and a different word each time. */
export const search: Part = {
  name: 'search',
  async run(site) {
    const aim = site.size === AIMED_SIZE ? p99Within(40) : null;
    const words = await sampleWords(site.pool, DISTINCT_WORDS);
    let request = 0;
    // The limit changes per pass over the words, so that a short list of words does not repeat within the cache's lifetime.
    const nextSearch = () => {
      request += 1;
      return {
        path: searchPath(words[request % words.length] ?? '', 20 + (Math.floor(request / words.length) % 5)),
      };
    };
    const calls = {
      'ten hits': { path: searchPath('yarumal') },
      'one in a hundred': { path: searchPath('humedal') },
      misspelt: { path: searchPath('yarumla') },
      'by place': { path: '/api/tasks/search?place=vereda&limit=24' },
      'a different word each time': nextSearch,
    };
    const rows: Row[] = [];
    for (const [call, request] of Object.entries(calls)) {
      rows.push(await measureCall(site, { part: 'search', call, request, aim }));
    }
    const sequential = {
      part: 'search',
      call: 'a different word each time, sequentially',
      request: nextSearch,
      connections: 1,
    };
    rows.push(await measureCall(site, { ...sequential, aim }));
    return rows;
  },
};

const searchPath = (words: string, limit = 24): string => `/api/tasks/search?q=${words}&limit=${limit}`;
