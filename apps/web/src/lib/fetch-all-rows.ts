import { LIST_LIMIT } from '@minga/contract/endpoint';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Fetches all rows of a short list, page by page. Rejects if one page fails. */
export async function fetchAllRows<Row>(
  fetchPage: (paging: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await fetchPage({ limit: LIST_LIMIT, offset: all.length });
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}
