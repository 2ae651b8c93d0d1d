import { BUCKET, SettingError } from '../../settings.ts';

export interface S3Location {
  /** Origin of the store. */
  readonly endpoint: string;
  readonly bucket: string;
}

/** Parses S3_URL. `s3://host/bucket` means `https://host/bucket`; http is for a local store. */
export function parseS3Url(s3Url: string): S3Location {
  const { protocol, host, pathname } = new URL(s3Url);
  const bucket = BUCKET.exec(pathname)?.[1];
  if (host === '' || bucket === undefined) {
    throw new SettingError(
      'El ajuste S3_URL no es válido: debe ser una dirección s3://servidor/depósito o https://servidor/depósito.',
    );
  }
  return { endpoint: `${protocol === 'http:' ? 'http' : 'https'}://${host}`, bucket };
}
