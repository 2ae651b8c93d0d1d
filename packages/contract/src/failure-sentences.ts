/** The kind of a failure, for callers that report only the kind. */
export type FailureKind = 'name' | 'certificate' | 'connection';

interface Failure {
  /** Matches an error code, or the words of an error without a code, anywhere in a text. The first row that matches applies. */
  readonly is: RegExp;
  /** The sentence without a final period. */
  readonly sentence: string;
  readonly kind?: FailureKind;
}

const failures: readonly Failure[] = [
  {
    is: /\bCERT_HAS_EXPIRED\b|certificate has expired/,
    sentence: 'El certificado del servidor venció',
    kind: 'certificate',
  },
  {
    is: /\bCERT_NOT_YET_VALID\b|certificate is not yet valid/,
    sentence: 'El certificado del servidor todavía no es válido, o el reloj de esta máquina está mal',
    kind: 'certificate',
  },
  {
    is: /\b(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)\b|self[- ]signed certificate/,
    sentence: 'El certificado del servidor es autofirmado, así que ninguna autoridad lo respalda',
    kind: 'certificate',
  },
  {
    is: /\b(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_UNTRUSTED|INVALID_CA)\b|unable to (verify the first|get (local )?issuer) certificate/,
    sentence: 'El certificado del servidor llegó sin el de su autoridad, o esta máquina no la conoce',
    kind: 'certificate',
  },
  {
    is: /\b(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)\b|does not match certificate/,
    sentence: 'El certificado del servidor es de otro nombre',
    kind: 'certificate',
  },
  {
    is: /\bCERT_REVOKED\b/,
    sentence: 'El certificado del servidor fue revocado',
    kind: 'certificate',
  },
  {
    is: /\bERR_SSL_WRONG_VERSION_NUMBER\b|wrong version number/,
    sentence: 'El servidor no habla TLS en ese puerto',
    kind: 'certificate',
  },
  {
    is: /\b(CERT_[A-Z_]+|[A-Z_]+_CERT[A-Z_]*|CRL_[A-Z_]+|[A-Z_]+_CRL[A-Z_]*|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE|[A-Z_]*SIGNATURE_FAILURE|UNABLE_TO_[A-Z_]+)\b/,
    sentence: 'El certificado del servidor no es válido',
    kind: 'certificate',
  },
  {
    is: /\b(ERR_SSL_[A-Z0-9_]+|ERR_TLS_[A-Z_]+|EPROTO)\b/,
    sentence: 'No pudimos acordar una conexión cifrada (TLS) con el servidor',
    kind: 'certificate',
  },
  {
    is: /\b(ENOTFOUND|EAI_NODATA|EAI_NONAME|ENODATA|ENONAME)\b/,
    sentence: 'No encontramos el servidor con ese nombre',
    kind: 'name',
  },
  {
    is: /\b(EAI_AGAIN|EAI_FAIL|ESERVFAIL|EREFUSED|ETIMEOUT|EDNS)\b/,
    sentence: 'No encontramos el servidor, porque el servicio de nombres (DNS) no respondió',
    kind: 'name',
  },
  {
    is: /\bECONNREFUSED\b/,
    sentence: 'El servidor rechazó la conexión, porque no está en marcha o su puerto es otro',
    kind: 'connection',
  },
  {
    is: /\b(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_[A-Z]+_TIMEOUT|TimeoutError)\b|timeout exceeded when trying to connect/,
    sentence: 'El servidor no respondió a tiempo',
    kind: 'connection',
  },
  {
    is: /\b(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)\b/,
    sentence: 'No hay camino por la red hasta el servidor',
    kind: 'connection',
  },
  {
    is: /\b(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)\b|socket hang up|Connection terminated/,
    sentence: 'El servidor cortó la conexión',
    kind: 'connection',
  },
  // Errors of the mail server, by nodemailer's codes.
  {
    is: /\b(EAUTH|ENOAUTH|EOAUTH2)\b/,
    sentence: 'El servidor de correo no aceptó el usuario o la contraseña',
  },
  { is: /\bETLS\b/, sentence: 'El servidor de correo no ofrece una conexión cifrada (TLS)' },
  {
    is: /\bEENVELOPE .*\b[45]\.1\.[78]\b/,
    sentence: 'El servidor de correo no aceptó el remitente de MAIL_FROM',
  },
  { is: /\bEENVELOPE .*\b[45]\.1\.\d/, sentence: 'La dirección no existe' },
  { is: /\bEENVELOPE .*\b[45]\.2\.2\b/, sentence: 'El buzón de quien lo recibe está lleno' },
  { is: /\bEENVELOPE .*\b[45]\.2\.\d/, sentence: 'El buzón de quien lo recibe no está disponible' },
  { is: /\b(EENVELOPE|EMESSAGE)\b/, sentence: 'El servidor de correo no recibió el mensaje' },
  {
    is: /\b(ESOCKET|ECONNECTION|EPROTOCOL|ESTREAM)\b/,
    sentence: 'No pudimos hablar con el servidor de correo',
  },
  // Errors of the S3-compatible store.
  { is: /\bRegion is missing\b/, sentence: 'Falta AWS_REGION, la región del almacén de imágenes' },
  { is: /\bNoSuchBucket\b/, sentence: 'El depósito de S3_URL no existe' },
  {
    is: /\b(InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError|ExpiredToken|InvalidToken)\b/,
    sentence: 'El almacén de imágenes no aceptó AWS_ACCESS_KEY_ID o AWS_SECRET_ACCESS_KEY',
  },
  { is: /\bAccessDenied\b/, sentence: 'La clave no tiene permiso en el depósito de S3_URL' },
  {
    is: /\bRequestTimeTooSkewed\b/,
    sentence: 'La hora de esta máquina no coincide con la del almacén de imágenes',
  },
  { is: /\b(SlowDown|ServiceUnavailable|InternalError)\b/, sentence: 'El almacén de imágenes está ocupado' },
  { is: /\b(QuotaExceeded|XMinioStorageFull)\b/, sentence: 'No queda espacio en el almacén de imágenes' },
  // Errors of PostgreSQL.
  { is: /\b(28P01|28000)\b/, sentence: 'La base de datos no aceptó el usuario o la contraseña' },
  { is: /\b3D000\b/, sentence: 'La base de datos no existe' },
  { is: /\b42501\b/, sentence: 'El usuario de la base de datos no tiene permiso' },
  { is: /\b53300\b/, sentence: 'La base de datos no tiene más conexiones libres' },
  { is: /\b53100\b/, sentence: 'No queda espacio en el disco de la base de datos' },
  { is: /\b25006\b/, sentence: 'La base de datos está en modo de solo lectura' },
  { is: /\b57014\b/, sentence: 'La base de datos tardó demasiado' },
  {
    is: /\b(57P0[1-4]|08[0-9P][0-9]{2})\b/,
    sentence: 'La base de datos se apagó, arranca o cortó la conexión',
  },
  // Errors of the file system and, in the last row, of the job queue.
  { is: /\b(ENOSPC|EDQUOT)\b/, sentence: 'No queda espacio en el disco' },
  { is: /\bEROFS\b/, sentence: 'El disco está en modo de solo lectura' },
  { is: /\b(EACCES|EPERM)\b/, sentence: 'El sistema no da permiso' },
  { is: /\bENOTDIR\b/, sentence: 'Una parte de la ruta no es una carpeta' },
  { is: /\b(EMFILE|ENFILE)\b/, sentence: 'Hay demasiados archivos abiertos' },
  { is: /\bEIO\b/, sentence: 'El disco falla' },
  { is: /heartbeat timeout/, sentence: 'Se cortó a la mitad: el proceso que la hacía terminó' },
];

const rowOf = (failure: string): Failure | undefined => failures.find(({ is }) => is.test(failure));

/** Returns the meaning of an error code, or of a text that contains one, for the site's operator. Returns null if it is unknown. */
export const failureSentence = (failure: string): string | null => rowOf(failure)?.sentence ?? null;

/** Returns the kind of a failure, or null if no row matches or the row has no kind. */
export const failureKind = (failure: string): FailureKind | null => rowOf(failure)?.kind ?? null;
