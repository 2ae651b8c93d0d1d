import type { Activity } from '@minga/contract/activities';
import type { InfiniteData } from '@tanstack/react-query';

/** Divisible by one, two and three columns: no row of cards ends early. */
export const PAGE_SIZE = 24;

interface Page {
  readonly rows: Activity[];
  readonly total: number;
}

/** The offset after these pages, or undefined when all is there. */
export function nextOffset(last: Page, pages: readonly Page[]): number | undefined {
  const fetched = pages.reduce((sum, page) => sum + page.rows.length, 0);
  return last.rows.length > 0 && fetched < last.total ? fetched : undefined;
}

/** The pages as one list. An activity published meanwhile moves the others on, and one may come twice: it is kept once. */
export function joined({ pages }: InfiniteData<Page>): Page {
  const byId = new Map(pages.flatMap(page => page.rows).map(activity => [activity._id, activity]));
  return { rows: [...byId.values()], total: pages.at(-1)?.total ?? 0 };
}
