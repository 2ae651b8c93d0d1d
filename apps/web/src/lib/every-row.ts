import { LIST_LIMIT } from '@minga/contract/endpoint';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** All rows of a list that a person oversees, page after page. Fails when one of them does. */
export async function everyRow<Row>(
  ask: (paging: { limit: number; offset: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await ask({ limit: LIST_LIMIT, offset: all.length });
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}
