import { LIST_LIMIT } from '@minga/contract/endpoint';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

type FetchPage<Row> = (paging: { limit: number; offset: number }) => Promise<Page<Row>>;

/** Fetches all rows of a short list, page by page. Rejects if one page fails. */
export const fetchAllRows = async <Row>(fetchPage: FetchPage<Row>): Promise<Row[]> =>
  (await fetchRows(fetchPage, Infinity)).rows;

/** Fetches at least the first `most` rows of a list, page by page, with the count of all. Without a session a page has fewer rows than its limit. */
export async function fetchRows<Row>(
  fetchPage: FetchPage<Row>,
  most: number = LIST_LIMIT,
): Promise<{ rows: Row[]; total: number }> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await fetchPage({ limit: LIST_LIMIT, offset: all.length });
    all.push(...rows);
    if (rows.length === 0 || all.length >= Math.min(total, most)) return { rows: all, total };
  }
}
