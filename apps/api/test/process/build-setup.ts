import { build } from '../../../../scripts/build.ts';

/** The tests of the process run what people run: the built product. */
export default async function setUp(): Promise<void> {
  if (!(await build())) throw new Error('the product cannot be built');
}
