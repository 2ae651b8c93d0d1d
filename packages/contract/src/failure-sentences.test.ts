import { describe, expect, it } from 'vitest';
import { failureKind, failureSentence } from './failure-sentences.ts';

const sentences: [string, string][] = [
  // These are errors in the form in which the mail transport stores them.
  ['ESOCKET ECONNREFUSED', 'El servidor rechazó la conexión, porque no está en marcha o su puerto es otro'],
  ['ESOCKET', 'No pudimos hablar con el servidor de correo'],
  ['ECONNECTION', 'No pudimos hablar con el servidor de correo'],
  ['ECONNECTION 421', 'No pudimos hablar con el servidor de correo'],
  ['EDNS ENOTFOUND', 'No encontramos el servidor con ese nombre'],
  ['EDNS', 'No encontramos el servidor, porque el servicio de nombres (DNS) no respondió'],
  ['ETIMEDOUT', 'El servidor no respondió a tiempo'],
  ['EAUTH 535 5.7.8', 'El servidor de correo no aceptó el usuario o la contraseña'],
  ['ETLS', 'El servidor de correo no ofrece una conexión cifrada (TLS)'],
  ['ETLS CERT_HAS_EXPIRED', 'El certificado del servidor venció'],
  [
    'ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT',
    'El certificado del servidor es autofirmado, así que ninguna autoridad lo respalda',
  ],
  [
    'ESOCKET SELF_SIGNED_CERT_IN_CHAIN',
    'El certificado del servidor es autofirmado, así que ninguna autoridad lo respalda',
  ],
  ['ESOCKET ERR_TLS_CERT_ALTNAME_INVALID', 'El certificado del servidor es de otro nombre'],
  ['ESOCKET ERR_SSL_WRONG_VERSION_NUMBER', 'El servidor no habla TLS en ese puerto'],
  ['EENVELOPE 550 5.1.1', 'La dirección no existe'],
  ['EENVELOPE 550 5.1.8', 'El servidor de correo no aceptó el remitente de MAIL_FROM'],
  ['EENVELOPE 552 5.2.2', 'El buzón de quien lo recibe está lleno'],
  ['EENVELOPE 550 5.7.1', 'El servidor de correo no recibió el mensaje'],
  ['EMESSAGE 552', 'El servidor de correo no recibió el mensaje'],
  // These are errors of PostgreSQL, the image store and the disk.
  [
    'connect ECONNREFUSED 127.0.0.1:5432',
    'El servidor rechazó la conexión, porque no está en marcha o su puerto es otro',
  ],
  ['getaddrinfo ENOTFOUND s3.example.org', 'No encontramos el servidor con ese nombre'],
  [
    'getaddrinfo EAI_AGAIN db',
    'No encontramos el servidor, porque el servicio de nombres (DNS) no respondió',
  ],
  ['read ECONNRESET', 'El servidor cortó la conexión'],
  [
    'self-signed certificate',
    'El certificado del servidor es autofirmado, así que ninguna autoridad lo respalda',
  ],
  ['query failed: too many (53300)', 'La base de datos no tiene más conexiones libres'],
  ['Cannot write: No (NoSuchBucket)', 'El depósito de S3_URL no existe'],
  ['ENOSPC: no space left on device', 'No queda espacio en el disco'],
  ['job heartbeat timeout', 'Se cortó a la mitad: el proceso que la hacía terminó'],
];

describe('failureSentence', () => {
  it.each(sentences)('%s: %s', (failure, sentence) => {
    expect(failureSentence(failure)).toBe(sentence);
  });

  it('knows nothing of other texts', () => {
    for (const failure of ['UNKNOWN', '', 'boom', 'expected 12345 rows'])
      expect(failureSentence(failure)).toBeNull();
  });

  /** The codes of X509_verify_cert_error of Node.js (src/crypto/crypto_common.cc). */
  const certificateCodes = [
    ...[
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_CRL',
      'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
      'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
    ],
    ...[
      'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
      'CERT_SIGNATURE_FAILURE',
      'CRL_SIGNATURE_FAILURE',
      'CERT_NOT_YET_VALID',
    ],
    ...[
      'CERT_HAS_EXPIRED',
      'CRL_NOT_YET_VALID',
      'CRL_HAS_EXPIRED',
      'ERROR_IN_CERT_NOT_BEFORE_FIELD',
      'ERROR_IN_CERT_NOT_AFTER_FIELD',
    ],
    ...[
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'HOSTNAME_MISMATCH',
    ],
    ...[
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_CHAIN_TOO_LONG',
      'CERT_REVOKED',
      'INVALID_CA',
      'PATH_LENGTH_EXCEEDED',
    ],
    ...['INVALID_PURPOSE', 'CERT_UNTRUSTED', 'CERT_REJECTED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ];

  it.each(certificateCodes)('%s is about the certificate', code => {
    for (const failure of [code, `ESOCKET ${code}`, `unable: ${code.toLowerCase()} (${code})`]) {
      expect(failureSentence(failure)).toMatch(/certificado/);
      expect(failureKind(failure)).toBe('certificate');
    }
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])('%s is about the name', code => {
    expect(failureKind(code)).toBe('name');
  });
});
