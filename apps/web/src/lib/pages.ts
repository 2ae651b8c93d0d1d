/** One page of a list, as it is fetched; `total` is the whole count. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** The offset after these pages, or undefined when all is there. */
export function nextOffset(last: Page<unknown>, pages: readonly Page<unknown>[]): number | undefined {
  const fetched = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return last.rows.length > 0 && fetched < last.total ? fetched : undefined;
}

/** The pages as one list, each row once: a list that changes between two pages may tell of something twice. */
export function joined<Row extends { _id: string }>({
  pages,
}: {
  readonly pages: readonly Page<Row>[];
}): Page<Row> {
  const byId = new Map(pages.flatMap(({ rows }) => rows).map(row => [row._id, row]));
  return { rows: [...byId.values()], total: pages.at(-1)?.total ?? 0 };
}
