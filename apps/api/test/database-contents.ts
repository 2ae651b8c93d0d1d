import pg from 'pg';

export type Contents = Record<string, string[]>;

/** Every row of Minga's tables as text, including generated columns, sorted. */
export async function databaseContents(url: string): Promise<Contents> {
  return onDatabase(url, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
       from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
    );
    const contents: Contents = {};
    for (const { name } of rows)
      contents[name] = await texts(client, `select t::text as text from ${name} t`);
    return contents;
  });
}

/** The schema of Minga's tables: columns, constraints, indexes and triggers as text. */
export async function databaseSchema(url: string): Promise<string[]> {
  return onDatabase(url, client =>
    texts(
      client,
      `with ours as (select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace))
       select format('%s %s %s %s %s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as text
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid in (select oid from ours) and a.attnum > 0 and not a.attisdropped
       union all select format('%s %s %s %s', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
         from pg_constraint where conrelid in (select oid from ours)
       union all select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from ours)
       union all select format('%s %s', tgenabled, pg_get_triggerdef(oid))
         from pg_trigger where tgrelid in (select oid from ours) and not tgisinternal`,
    ),
  );
}

/** Replaces the codes and short identifiers that migrations drew by ones that depend on the attendance or the activity alone. */
export const replaceDrawnCodes = (url: string): Promise<void> =>
  onDatabase(url, async client => {
    await client.query('update attendances set code = substring(sha256(uuid_send(id)) from 1 for 16)');
    await client.query(
      'update activity_short_ids set short_id = upper(substring(md5(activity_id::text) from 1 for 7))',
    );
  });

async function texts(client: pg.Client, select: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select text from (${select}) lines order by text collate "C"`,
  );
  return rows.map(({ text }) => text);
}

async function onDatabase<Result>(
  url: string,
  read: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await read(client);
  } finally {
    await client.end();
  }
}
