import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { personName } from './person-name.ts';
import { user } from './session.ts';
import { email, pastedAddress, requiredLine } from './text.ts';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 60;
export const PHONE_MIN = 10;
export const PHONE_MAX = 20;
export const PASSWORD_MIN = 6;
/** The minimum for accounts that are or were administrators, since a former administrator may get the role again. */
export const ADMIN_PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;

export const messageReply = z.object({ message: z.string() });

export const accountEmail = email(
  'El correo electrónico es requerido',
  'Ingresa un correo electrónico válido',
);

const passwordOf = (least: number) =>
  z.string('La contraseña es requerida').check(
    z.minLength(least, `La contraseña debe tener al menos ${least} caracteres`),
    z.maxLength(PASSWORD_MAX, `La contraseña debe tener como máximo ${PASSWORD_MAX} caracteres`),
    z.refine(text => !/\p{Cc}/u.test(text), 'La contraseña contiene caracteres no permitidos'),
  );

export const password = passwordOf(PASSWORD_MIN);

/** The server also rejects common passwords, the product's name and the account's e-mail (docs/rules.md R6.3). */
export const adminPassword = passwordOf(ADMIN_PASSWORD_MIN);

/** The rule of `adminPassword`, shown before typing. */
export const ADMIN_PASSWORD_RULE = `Mínimo ${ADMIN_PASSWORD_MIN} caracteres. No sirven las contraseñas más usadas, ni con cifras al final, ni las que llevan «minga» o tu correo.`;

export const PASSWORDS_DIFFER = 'Las contraseñas no coinciden';
export const REPEAT_PASSWORD = 'Repite la contraseña';

export const username = personName(
  USERNAME_MAX,
  'El nombre de usuario es requerido',
  `El nombre de usuario debe tener como máximo ${USERNAME_MAX} caracteres`,
).check(z.minLength(USERNAME_MIN, `El nombre de usuario debe tener al menos ${USERNAME_MIN} caracteres`));

export const phone = requiredLine(
  PHONE_MAX,
  'El teléfono es requerido',
  `El teléfono debe tener como máximo ${PHONE_MAX} caracteres`,
  pastedAddress,
).check(
  z.refine(
    text => text === '' || (text.match(/\d/g) ?? []).length >= PHONE_MIN,
    `El teléfono debe tener al menos ${PHONE_MIN} dígitos`,
  ),
  z.refine(
    text => /^[\d\s()+.-]*$/.test(text),
    'El teléfono solo lleva números, espacios y los signos + - ( )',
  ),
);

/** Sign-up (docs/rules.md R2.10). API clients may omit `confirmPassword`; the form requires it. */
export const registration = z
  .object({
    username,
    email: accountEmail,
    phone,
    password,
    confirmPassword: z.optional(z.string(REPEAT_PASSWORD).check(z.minLength(1, REPEAT_PASSWORD))),
  })
  .check(
    z.refine(form => form.confirmPassword === undefined || form.confirmPassword === form.password, {
      path: ['confirmPassword'],
      error: PASSWORDS_DIFFER,
      // The check runs even if other fields are invalid, so that all errors are reported together.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

export const credentials = z.object({ email: accountEmail, password });
export type Credentials = z.infer<typeof credentials>;

/** The response to the right password of an account with a second factor: no session yet; `POST /auth/second-factor` follows. */
const nextStep = z.object({ next: z.literal('second-factor') });

const TOKEN_MAX = 200;

/** The token of a mailed link. */
export const linkToken = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(TOKEN_MAX, missing));

export const emailToken = z.object({ token: linkToken('Token de verificación no encontrado') });

/** The account that a verification link would create. */
export const verificationLink = z.object({ username: z.string(), email: z.string() });
export type VerificationLink = z.infer<typeof verificationLink>;

export const resendRequest = z.object({
  email: email('El email es requerido', 'Por favor ingresa un email válido'),
});

/** The password recovery dialog (docs/rules.md R2.4). */
export const recoveryRequest = z.object({
  email: email('El correo electrónico es requerido', 'Por favor ingresa un correo electrónico válido'),
});

export const newPasswordRequest = z.object({
  token: linkToken('Token de recuperación no encontrado'),
  newPassword: password,
});

export const REGISTERED_MESSAGE = 'Usuario registrado. Revisa tu correo para verificar la cuenta.';
export const RESENT_MESSAGE = 'Email de verificación reenviado';
export const VERIFIED_MESSAGE = 'Correo verificado. ¡Te damos la bienvenida!';
export const VERIFICATION_HOURS = 24;
export const RECOVERY_SENT_MESSAGE = 'Se ha enviado un enlace de recuperación a tu correo';
export const PASSWORD_RESET_MESSAGE = 'Contraseña restablecida exitosamente';
export const RECOVERY_MINUTES = 60;

const tag = 'Cuentas';

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  summary: 'Crear una cuenta; la respuesta es la misma si el correo ya tiene una',
  tag,
  access: 'public',
  body: registration,
  status: 201,
  reply: messageReply,
  errors: ['VALIDATION', 'RATE_LIMITED', 'UNAVAILABLE'],
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Iniciar sesión, o el primer paso de una cuenta con segundo factor',
  tag,
  access: 'public',
  body: credentials,
  status: 200,
  reply: z.union([user, nextStep]),
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'EMAIL_NOT_VERIFIED',
    'ACCOUNT_DEACTIVATED',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
});

export const readVerificationLink = endpoint({
  method: 'POST',
  path: '/auth/verification-link',
  summary: 'De qué cuenta es el enlace de verificación; no lo usa',
  tag,
  access: 'public',
  body: emailToken,
  status: 200,
  reply: verificationLink,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  summary: 'Verificar el correo con el token del enlace e iniciar sesión',
  tag,
  access: 'public',
  body: emailToken,
  status: 200,
  reply: z.object({ success: z.literal(true), message: z.string(), user }),
  hasSuccess: true,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  summary: 'Pedir otro enlace de verificación',
  tag,
  access: 'public',
  body: resendRequest,
  status: 200,
  reply: messageReply,
  errors: ['VALIDATION', 'RATE_LIMITED'],
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset',
  summary: 'Pedir un enlace para poner una contraseña nueva; la respuesta es la misma para cualquier correo',
  tag,
  access: 'public',
  body: recoveryRequest,
  status: 200,
  /** The link is sent by e-mail only: `resetLink` remains for older clients and is always null. */
  reply: z.object({ message: z.string(), resetLink: z.null() }),
  errors: ['VALIDATION', 'RATE_LIMITED'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Poner una contraseña nueva con el token del enlace; cierra todas las sesiones',
  tag,
  access: 'public',
  body: newPasswordRequest,
  status: 200,
  reply: messageReply,
  errors: ['VALIDATION', 'INVALID_TOKEN', 'UNAVAILABLE'],
});
