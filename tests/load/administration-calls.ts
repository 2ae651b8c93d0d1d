/** Rows that filters name, and where lists end. */
export interface FilterValues {
  readonly activityId: string;
  readonly userId: string;
  /** A day on which both activities and attendances are. */
  readonly day: string;
  readonly users: number;
  readonly activities: number;
  readonly attendances: number;
}

type Query = Record<string, string | number | boolean>;

const LIMIT = 10;

/** Every list and statistic of administration, by its name: where it is asked for. */
export const administrationCalls = (named: FilterValues): Record<string, string> => ({
  ...listCalls('users', {
    'first page': {},
    'role admin': { role: 'admin' },
    inactive: { status: 'inactive' },
    'search "muñoz"': { search: 'muñoz' },
    'search "persona42"': { search: 'persona42' },
    'search "a"': { search: 'a' },
    'last page': { offset: named.users - LIMIT },
  }),
  ...listCalls('activities', {
    'first page': {},
    pending: { status: 'pending' },
    rejected: { status: 'rejected' },
    promoted: { promoted: true },
    'not promoted': { promoted: false },
    'of a day': { date: named.day },
    'search, ten hits': { search: 'yarumal' },
    'search, one in a hundred': { search: 'humedal' },
    'search, misspelt': { search: 'yarumla' },
    'search, nearly all': { search: 'vereda' },
    'last page': { offset: named.activities - LIMIT },
  }),
  ...listCalls('attendances', {
    'first page': {},
    'of the busiest activity': { activityId: named.activityId },
    'of a person': { userId: named.userId },
    'of a day': { date: named.day },
    'middle page': { offset: Math.floor(named.attendances / 2) },
    'last page': { offset: named.attendances - LIMIT },
  }),
  'users, statistics': address('users/stats'),
  'activities, statistics': address('activities/stats'),
  'attendances, statistics': address('attendances/stats'),
});

const listCalls = (what: string, queries: Record<string, Query>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      `${what}, ${name}`,
      address(what, { limit: LIMIT, ...query }),
    ]),
  );

function address(what: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return `/api/admin-panel/${what}?${parameters}`;
}
