/** The filters of the two lists on a collective's page, in its order. */
export const collectiveFilters = (slug: string) =>
  [
    { colectivo: slug, date: 'proximas' },
    { colectivo: slug, date: 'pasadas' },
  ] as const;
