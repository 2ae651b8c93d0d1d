import { build } from '../../../../scripts/build.ts';

/** The process tests run the built product. */
export default async function setUp(): Promise<void> {
  if (!(await build())) throw new Error('the build failed');
}
