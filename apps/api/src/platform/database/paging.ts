/** A part of a list, in rows. */
export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** A page with the number of all rows, which are counted only if the page is not the whole list. */
export async function withTotal<Row>(
  rows: Row[],
  { limit, offset }: Paging,
  count: () => PromiseLike<number>,
): Promise<{ rows: Row[]; total: number }> {
  const isWhole = offset === 0 && rows.length < limit;
  return { rows, total: isWhole ? rows.length : await count() };
}
