/** What a mail server's codes, as apps/api's transport.ts puts them together, mean for who looks after Minga. */
const meanings: readonly [codes: RegExp, text: string][] = [
  [/^EENVELOPE .*\b5\.1\.\d/, 'La dirección no existe'],
  [/^(EAUTH|ENOAUTH|EOAUTH2)\b/, 'El servidor de correo no aceptó el usuario o la clave'],
  [/^(ECONNECTION|ESOCKET|ETIMEDOUT|EDNS|ETLS|EPROTOCOL)\b/, 'No pudimos hablar con el servidor de correo'],
  [/^(EENVELOPE|EMESSAGE)\b/, 'El servidor de correo no recibió el mensaje'],
  [/heartbeat timeout/, 'Se cortó a la mitad: el proceso que la hacía terminó'],
];

/** In Spanish, where it is known; what is not known is for who reads the logs. */
export const failureText = (failure: string): string =>
  meanings.find(([codes]) => codes.test(failure))?.[1] ?? 'Falló por un problema del programa';
