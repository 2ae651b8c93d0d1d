import { LIST_LIMIT } from '@minga/contract/lists';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

type FetchPage<Row> = (paging: { limit: number; offset: number }) => Promise<Page<Row>>;

/** Fetches all rows of a short list, page by page. Rejects if one page fails. */
export const fetchAllRows = async <Row>(fetchPage: FetchPage<Row>): Promise<Row[]> =>
  (await fetchRows(fetchPage, Infinity)).rows;

/** Fetches the first `most` rows of a list, with the count of all. A page may have fewer rows than its limit. */
export async function fetchRows<Row>(
  fetchPage: FetchPage<Row>,
  most: number = LIST_LIMIT,
): Promise<{ rows: Row[]; total: number }> {
  const all: Row[] = [];
  for (;;) {
    const limit = Math.min(LIST_LIMIT, most - all.length);
    const { rows, total } = await fetchPage({ limit, offset: all.length });
    all.push(...rows);
    if (rows.length === 0 || all.length >= Math.min(total, most)) return { rows: all, total };
  }
}
