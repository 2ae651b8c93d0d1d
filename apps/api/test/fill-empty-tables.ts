import type pg from 'pg';

/** SQL of values that checks demand, and of nullable columns that must not be null, by table and column. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  activity_memory_images: { image_id: '(select id from images order by id limit 1)' },
  activity_messages: { audience: "'all'" },
  activity_needs: { kind: "'thing'" },
  activity_series: { frequency: "'daily'", count: '2' },
  audit_log: { target_type: "'account'" },
  calendars: { category: "'otra'" },
  certificates: { printed: "'{}'", user_id: '(select id from users limit 1)' },
  collective_followers: { mail: "'nunca'" },
  email_tokens: { purpose: "'reset'" },
  federation_messages: { kind: "'update'" },
  legal_texts: { kind: "'terms'" },
  announcement_recipients: { due_at: "'2100-01-01'" },
  passkey_challenges: { purpose: "'login'" },
  site: { name: "'Ayni'", place: "'Cusco'", colour: "'#7a1f5c'" },
  place_codes: { code: "substring(sha256('x') from 1 for 16)" },
  report_cases: { target_type: "'activity'", status: "'open'" },
  reports: { reason: "'otro'" },
  saved_searches: { mail: "'nunca'", is_room_required: 'true' },
  team_invitations: { role: "'door'" },
  team_members: { role: "'door'" },
  teams: { kind: "'collective'" },
  unsubscribe_links: { email_hash: "sha256('x')" },
  webhooks: { events: "'{ping}'" },
};

/** SQL of a value by type, or by category of types (pg_type.typcategory). The times are far ahead, so that no row is due. */
const BY_TYPE: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  bytea: "sha256('x')",
  jsonb: "'{}'",
  A: "'{}'",
  B: 'true',
  D: "'2100-01-01'",
  N: '1',
  S: "'x'",
};

interface RequiredColumn {
  readonly name: string;
  readonly type: string;
  readonly category: string;
  /** The table and column that a foreign key references. */
  readonly parent: string | null;
  readonly key: string | null;
}

interface EmptyTable {
  readonly name: string;
  readonly columns: readonly RequiredColumn[];
}

/** Inserts one row into each of Minga's tables that has none, whatever tables the migrations have created. */
export async function fillEmptyTables(pool: pg.Pool): Promise<void> {
  let tables = await emptyTables(pool);
  while (tables.length > 0) {
    const names = new Set(tables.map(({ name }) => name));
    const next = tables.filter(({ columns }) => columns.every(({ parent }) => !names.has(parent ?? '')));
    if (next.length === 0) throw new Error(`no order for ${[...names].join(', ')}`);
    for (const table of next) await pool.query(insertion(table));
    tables = tables.filter(table => !next.includes(table));
  }
}

async function emptyTables(pool: pg.Pool): Promise<EmptyTable[]> {
  const { rows } = await pool.query<EmptyTable>(
    `select c.relname as name, coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname, 'category', t.typcategory,
         'parent', p.relname, 'key', k.attname)) filter (where a.attname is not null), '[]') as columns
     from pg_class c
     left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
       and a.attidentity = ''
     left join pg_type t on t.oid = a.atttypid
     left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
     left join pg_class p on p.oid = f.confrelid
     left join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by c.relname order by c.relname`,
  );
  const counts = await Promise.all(
    rows.map(async table => {
      const counted = await pool.query(`select from ${table.name} limit 1`);
      return { table, isEmpty: counted.rowCount === 0 };
    }),
  );
  return counts.flatMap(({ table, isEmpty }) => (isEmpty ? table : []));
}

function insertion({ name, columns }: EmptyTable): string {
  const required = Object.fromEntries(columns.map(column => [column.name, valueFor(column)]));
  const values = { ...required, ...VALUES[name] };
  const list = Object.keys(values).map(column => `"${column}"`);
  if (list.length === 0) return `insert into ${name} default values`;
  return `insert into ${name} (${list.join(', ')}) values (${Object.values(values).join(', ')})`;
}

function valueFor({ name, type, category, parent, key }: RequiredColumn): string {
  if (parent !== null) return `(select ${key} from ${parent} order by 1 desc limit 1)`;
  const value = BY_TYPE[type] ?? BY_TYPE[category];
  if (value === undefined) throw new Error(`no value for ${name} of type ${type}`);
  return value;
}
