/** The browser created or used no passkey. The message explains why, with the way out. */
export class PasskeyFailure extends Error {
  override name = 'PasskeyFailure';
  /** A later request replaced this one, such as the button the suggestions. */
  readonly isReplaced: boolean;

  constructor(sentence: string, isReplaced: boolean) {
    super(sentence);
    this.isReplaced = isReplaced;
  }
}

type Act = 'create' | 'use';

// A passkey is asked for at the sign-in, after the password and as a proof of identity.
const OTHERWISE = 'o elige otra opción';

/** By the name of WebAuthn's error. Browsers hide with NotAllowedError whether the device has a passkey. */
const sentences: Record<Act, Record<string, string>> = {
  use: {
    NotAllowedError: `No se usó ninguna llave de acceso: se cerró la ventana, pasó el tiempo o aquí no hay una. Vuelve a intentarlo ${OTHERWISE}.`,
    SecurityError: 'En esta dirección de internet no sirven las llaves de acceso. Elige otra opción.',
    NotSupportedError: 'Este dispositivo no sabe usar llaves de acceso. Elige otra opción.',
  },
  create: {
    NotAllowedError:
      'No se creó la llave de acceso: se cerró la ventana o pasó el tiempo. Vuelve a intentarlo cuando quieras.',
    InvalidStateError: 'Este dispositivo ya tiene una llave de acceso de tu cuenta.',
    ConstraintError:
      'Este dispositivo necesita un bloqueo con huella, cara o PIN para crear llaves de acceso. Actívalo en sus ajustes o usa otro dispositivo.',
    NotSupportedError: 'Este dispositivo no sabe crear llaves de acceso. Prueba con otro.',
    SecurityError: 'En esta dirección de internet no se pueden crear llaves de acceso.',
  },
};

const fallbacks: Record<Act, string> = {
  use: `Tu dispositivo no pudo usar la llave de acceso. Vuelve a intentarlo ${OTHERWISE}.`,
  create: 'Tu dispositivo no pudo crear la llave de acceso. Vuelve a intentarlo o prueba con otro.',
};

/** The user's explanation of an error of the browser's WebAuthn. */
export function passkeyFailure(error: unknown, act: Act): PasskeyFailure {
  const name = error instanceof Error ? error.name : '';
  return new PasskeyFailure(sentences[act][name] ?? fallbacks[act], name === 'AbortError');
}

/** The failure's own sentence, or `fallback` for errors of calls, which have theirs from the server. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof PasskeyFailure ? error.message : fallback;
