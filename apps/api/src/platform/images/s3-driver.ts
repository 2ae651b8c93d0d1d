import { S3Driver } from 'flydrive/drivers/s3';
import type { S3Place } from './s3-url.ts';

const CONNECT_MS = 3_000;
const ANSWER_MS = 15_000;

/**
 * An S3-compatible store. The SDK itself reads the usual AWS variables: AWS_REGION (required; `us-east-1` or `auto`
 * where the store knows no regions), AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role of the machine.
 */
export function createS3Driver({ endpoint, bucket }: S3Place): S3Driver {
  return new S3Driver({
    endpoint,
    bucket,
    // Buckets as a path need neither DNS nor certificates of their own.
    forcePathStyle: true,
    visibility: 'private',
    supportsACL: false,
    // Stores other than Amazon's do not all know the checksums that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  });
}
