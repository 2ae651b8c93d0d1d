import { SettingError } from '../../settings.ts';

export interface S3Place {
  /** Origin of the store. */
  readonly endpoint: string;
  readonly bucket: string;
}

/** Where an S3_URL points: `s3://host/bucket` and `https://host/bucket` are the same; http is for a local store. */
export function parseS3Url(s3Url: string): S3Place {
  const { protocol, host, pathname } = new URL(s3Url);
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1];
  if (host === '' || bucket === undefined) {
    throw new SettingError(
      'El ajuste S3_URL no es válido: debe ser una dirección s3://servidor/depósito o https://servidor/depósito.',
    );
  }
  return { endpoint: `${protocol === 'http:' ? 'http' : 'https'}://${host}`, bucket };
}
