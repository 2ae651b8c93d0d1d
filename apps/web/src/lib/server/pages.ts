/** One fetched page of a list; `total` counts all rows. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** The offset of the next page, or undefined if all rows are loaded. */
export function nextOffset(last: Page<unknown>, pages: readonly Page<unknown>[]): number | undefined {
  const fetched = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  return last.rows.length > 0 && fetched < last.total ? fetched : undefined;
}

/** The pages as one list without duplicates: a list that changes between two requests may return a row twice. */
export function mergePages<Row extends { _id: string }>({
  pages,
}: {
  readonly pages: readonly Page<Row>[];
}): Page<Row> {
  const byId = new Map(pages.flatMap(({ rows }) => rows).map(row => [row._id, row]));
  return { rows: [...byId.values()], total: pages.at(-1)?.total ?? 0 };
}
