/** Values for the filters, and the lengths of the lists. */
export interface FilterValues {
  readonly activityId: string;
  readonly userId: string;
  /** A day that has both activities and attendances. */
  readonly day: string;
  readonly users: number;
  readonly activities: number;
  readonly attendances: number;
}

type Query = Record<string, string | number | boolean>;

const LIMIT = 10;

/** The path of every administration list and statistic, by its name in the table. */
export const administrationCalls = (values: FilterValues): Record<string, string> => ({
  ...listCalls('users', {
    'first page': {},
    'role admin': { role: 'admin' },
    inactive: { status: 'inactive' },
    'search "muñoz"': { search: 'muñoz' },
    'search "persona42"': { search: 'persona42' },
    'search "a"': { search: 'a' },
    'last page': { offset: values.users - LIMIT },
  }),
  ...listCalls('activities', {
    'first page': {},
    pending: { status: 'pending' },
    rejected: { status: 'rejected' },
    promoted: { promoted: true },
    'not promoted': { promoted: false },
    'of a day': { date: values.day },
    'search, ten hits': { search: 'yarumal' },
    'search, one in a hundred': { search: 'humedal' },
    'search, misspelt': { search: 'yarumla' },
    'search, nearly all': { search: 'vereda' },
    'last page': { offset: values.activities - LIMIT },
  }),
  ...listCalls('attendances', {
    'first page': {},
    'of the busiest activity': { activityId: values.activityId },
    'of a person': { userId: values.userId },
    'of a day': { date: values.day },
    'middle page': { offset: Math.floor(values.attendances / 2) },
    'last page': { offset: values.attendances - LIMIT },
  }),
  ...listCalls('reports', {
    open: {},
    'last page of open': { offset: Math.max(0, Math.ceil(values.activities / 50) - LIMIT) },
    closed: { status: 'closed' },
  }),
  'reports, statistics': pathOf('reports/stats'),
  'users, statistics': pathOf('users/stats'),
  'activities, statistics': pathOf('activities/stats'),
  'attendances, statistics': pathOf('attendances/stats'),
});

const listCalls = (resource: string, queries: Record<string, Query>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      `${resource}, ${name}`,
      pathOf(resource, { limit: LIMIT, ...query }),
    ]),
  );

function pathOf(resource: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return `/api/admin-panel/${resource}?${parameters}`;
}
