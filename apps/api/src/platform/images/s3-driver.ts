import { S3Driver } from 'flydrive/drivers/s3';
import type { S3Location } from './s3-url.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const RESPONSE_TIMEOUT_MS = 15_000;

/**
 * Accesses an S3-compatible store. The SDK reads the standard AWS variables: AWS_REGION (required; `us-east-1` or
 * `auto` for a store without regions), AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or an instance role.
 */
export function createS3Driver({ endpoint, bucket }: S3Location): S3Driver {
  return new S3Driver({
    endpoint,
    bucket,
    // A bucket in the path, unlike one in the host name, needs no DNS entry or certificate of its own.
    forcePathStyle: true,
    visibility: 'private',
    supportsACL: false,
    // Some compatible stores do not support the checksums that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: RESPONSE_TIMEOUT_MS },
  });
}
