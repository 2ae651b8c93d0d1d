import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, personName } from './text.ts';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 60;
export const PHONE_MIN = 10;
export const PHONE_MAX = 20;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

export const roles = ['user', 'admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];

export const user = z.object({
  _id: z.uuid(),
  username: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof user>;

export const messageReply = z.object({ message: z.string() });

const accountEmail = email('El correo electrónico es requerido', 'Ingresa un correo electrónico válido');

export const password = z
  .string('La contraseña es requerida')
  .check(
    z.minLength(PASSWORD_MIN, `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres`),
    z.maxLength(PASSWORD_MAX, `La contraseña debe tener como máximo ${PASSWORD_MAX} caracteres`),
  );

export const PASSWORDS_DIFFER = 'Las contraseñas no coinciden';
const REPEAT_PASSWORD = 'Repite la contraseña';

/** Sign-up (spec 000 section 5). Programs may leave `confirmPassword` out; a form cannot. */
export const registration = z
  .object({
    username: personName(
      USERNAME_MAX,
      'El nombre de usuario es requerido',
      `El nombre de usuario debe tener como máximo ${USERNAME_MAX} caracteres`,
    ).check(z.minLength(USERNAME_MIN, `El nombre de usuario debe tener al menos ${USERNAME_MIN} caracteres`)),
    email: accountEmail,
    phone: z
      .string('El teléfono es requerido')
      .check(
        z.trim(),
        z.minLength(1, 'El teléfono es requerido'),
        z.minLength(PHONE_MIN, `El teléfono debe tener al menos ${PHONE_MIN} dígitos`),
        z.maxLength(PHONE_MAX, `El teléfono debe tener como máximo ${PHONE_MAX} caracteres`),
      ),
    password,
    confirmPassword: z.optional(z.string(REPEAT_PASSWORD).check(z.minLength(1, REPEAT_PASSWORD))),
  })
  .check(
    z.refine(form => form.confirmPassword === undefined || form.confirmPassword === form.password, {
      path: ['confirmPassword'],
      error: PASSWORDS_DIFFER,
      // Told beside whatever else is wrong, not only once all else is right.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

export const credentials = z.object({ email: accountEmail, password });
export type Credentials = z.infer<typeof credentials>;

export const emailToken = z.object({
  token: z
    .string('Token de verificación no encontrado')
    .check(z.minLength(1, 'Token de verificación no encontrado'), z.maxLength(200)),
});

export const resendRequest = z.object({
  email: email('El email es requerido', 'Por favor ingresa un email válido'),
});

export const REGISTERED_MESSAGE = 'Usuario registrado. Revisa tu correo para verificar la cuenta.';
export const RESENT_MESSAGE = 'Email de verificación reenviado';
export const VERIFIED_MESSAGE = 'Correo verificado. ¡Te damos la bienvenida!';
export const VERIFICATION_HOURS = 24;

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
  errors: ['VALIDATION', 'RATE_LIMITED'],
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Iniciar sesión',
  tag,
  access: 'public',
  body: credentials,
  status: 200,
  reply: user,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_DEACTIVATED', 'RATE_LIMITED'],
});

export const verifySession = endpoint({
  method: 'GET',
  path: '/auth/verify',
  summary: 'La persona de la sesión, o null',
  tag,
  access: 'public',
  status: 200,
  reply: z.nullable(user),
  errors: [],
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

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Cerrar sesión; también sin sesión',
  tag,
  access: 'public',
  status: 204,
  errors: [],
});
