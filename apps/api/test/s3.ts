import S3rver from 's3rver';
import { afterAll, vi } from 'vitest';

/** Starts an S3-compatible store in a folder with an empty bucket and returns its S3_URL. Stopped at the end of the test file. */
export async function testS3(folder: string): Promise<string> {
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'minga', configs: [] }],
  });
  const { port } = await s3.run();
  // s3rver's default credentials.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  afterAll(() => s3.close());
  return `http://127.0.0.1:${port}/minga`;
}
