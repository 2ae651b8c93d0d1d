import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { describeError } from './log.ts';

const { connection } = await testDatabase();

async function failureOf(query: Promise<unknown>): Promise<string> {
  try {
    await query;
  } catch (error) {
    return JSON.stringify(describeError(error));
  }
  throw new Error('the query did not fail');
}

it('describes a failed query without its parameter values', async () => {
  const query = sql`insert into users (email) values (${'secreta@example.org'})`;
  const described = await failureOf(connection.db.execute(query));
  expect(described).not.toContain('secreta');
  expect(described).toContain('"code":"23502"');
  expect(described).toContain('log.test.ts');
});

it('includes the message and the cause of other errors', () => {
  const fault = new TypeError('broken', { cause: new Error('because') });
  expect(describeError(fault)).toMatchObject({
    type: 'TypeError',
    message: 'broken',
    cause: { message: 'because' },
  });
  expect(describeError('text')).toEqual({ message: 'not an Error' });
});
