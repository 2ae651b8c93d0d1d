/** Explanations of the mail server's codes that the API's transport.ts stores. */
const meanings: readonly [codes: RegExp, text: string][] = [
  [/^EENVELOPE .*\b5\.1\.\d/, 'La dirección no existe'],
  [/^(EAUTH|ENOAUTH|EOAUTH2)\b/, 'El servidor de correo no aceptó el usuario o la contraseña'],
  [/^(ECONNECTION|ESOCKET|ETIMEDOUT|EDNS|ETLS|EPROTOCOL)\b/, 'No pudimos hablar con el servidor de correo'],
  [/^(EENVELOPE|EMESSAGE)\b/, 'El servidor de correo no recibió el mensaje'],
  [/heartbeat timeout/, 'Se cortó a la mitad: el proceso que la hacía terminó'],
];

/** The explanation in Spanish, or a general one for unknown codes. */
export const failureText = (failure: string): string =>
  meanings.find(([codes]) => codes.test(failure))?.[1] ?? 'Falló por un problema del programa';
