import { parseArgs } from 'node:util';
import { FULL, type LoadProfile, SHORT } from './load-profile.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const SHORT_SIZES = [1_000];

export interface Options {
  /** Names of the parts to run; none: all. */
  readonly names: readonly string[];
  /** Activities in the database, ascending. */
  readonly sizes: readonly number[];
  readonly profile: LoadProfile;
}

/** What was asked for on the command line. Throws an error that says what is wrong with it. */
export function readOptions(known: readonly string[]): Options {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean', default: false }, sizes: { type: 'string' } },
  });
  const unknown = names.filter(name => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No such part: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  }
  const sizes = values.sizes?.split(',').map(Number) ?? (values.short ? SHORT_SIZES : SIZES);
  if (sizes.some(size => !Number.isInteger(size) || size < 1)) {
    throw new Error('--sizes takes numbers of activities: --sizes 1000,10000');
  }
  return {
    names,
    sizes: sizes.toSorted((one, other) => one - other),
    profile: values.short ? SHORT : FULL,
  };
}
