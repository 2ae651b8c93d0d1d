import { parseArgs } from 'node:util';
import { FULL, type LoadProfile, SHORT } from './load-profile.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const SHORT_SIZES = [1_000];

export interface Options {
  /** Names of the parts to run; empty: all. */
  readonly names: readonly string[];
  /** Activities in the database, ascending. */
  readonly sizes: readonly number[];
  readonly profile: LoadProfile;
  /** True when neither parts, sizes nor the profile are reduced. */
  readonly isFull: boolean;
}

/** Parses the command line. Throws an Error with a message for the terminal. */
export function readOptions(partNames: readonly string[]): Options {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean', default: false }, sizes: { type: 'string' } },
  });
  const unknown = names.filter(name => !partNames.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown part: ${unknown.join(', ')}. Available: ${partNames.join(', ')}.`);
  }
  const sizes = values.sizes?.split(',').map(Number) ?? (values.short ? SHORT_SIZES : SIZES);
  if (sizes.some(size => !Number.isInteger(size) || size < 1)) {
    throw new Error('--sizes expects numbers of activities: --sizes 1000,10000');
  }
  return {
    names,
    sizes: sizes.toSorted((one, other) => one - other),
    profile: values.short ? SHORT : FULL,
    isFull: names.length === 0 && values.sizes === undefined && !values.short,
  };
}
