import { isIP } from 'node:net';
import { SITE_NAME_MAX, SITE_NAME_MIN, SITE_PLACE_MAX, siteName, sitePlace } from '@minga/contract/site';
import { z } from 'zod';
import { type CountryCode, isCountry } from './platform/phone-number.ts';

/** The error for an invalid setting. The message is one sentence that names the setting. */
export class SettingError extends Error {}

const onOff = z.enum(['true', 'false']).transform(value => value === 'true');
const port = z.coerce.number().int().min(0).max(65_535);

/** Matches digits with an optional leading plus, separated by spaces, dashes, dots or parentheses. */
const PHONE = /^\+?\(?\d(?:[ .()-]{0,2}\d){6,14}$/;

/** Matches a token that is valid in an HTTP header and long enough to resist guessing. */
const METRICS_TOKEN = /^[\w~+/.=-]{16,200}$/;

/** Matches one address, alone or in angle brackets after a name. The name cannot add recipients or headers. */
const SENDER =
  /^(?:(?:"[^"\p{Cc}]*"|[^"<>@,;\p{Cc}]*)\s*<(?=[^<>]*>$)[^\s\p{Cc}<>()[\],;:"\\@]+@[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?>|[^\s\p{Cc}<>()[\],;:"\\@]+@[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?)$/u;

/** The path of S3_URL. */
export const BUCKET = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/;

/** Hosts with optional ports, separated by commas. */
const HOSTS = /^[\w.-]+(:\d+)?(, ?[\w.-]+(:\d+)?)*$/;

/** A century, which is longer than any retention period and still gives a valid date. */
const VISITOR_DATA_DAYS_MAX = 36_500;

/** A year. */
const BACKUP_ALARM_HOURS_MAX = 8_760;

/** An optional setting with a schema of the contract. */
const setting = (schema: z.core.$ZodType<string, string>) =>
  z
    .string()
    .transform((value, context) => {
      const parsed = z.safeParse(schema, value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    })
    .optional();

const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .refine(isEncoded)
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(isEncoded)
    .optional(),
  MAIL_FROM: z.string().regex(SENDER).optional(),
  S3_URL: z
    .url({ protocol: /^(https?|s3)$/ })
    .refine(url => isEncoded(url) && !/:\/\/[^/?#]*@/.test(url) && hasBucket(url))
    .optional(),
  APP_TIME_ZONE: z.string().refine(isTimeZone).default('America/Bogota'),
  PHONE_COUNTRY: z.string().refine(isCountry).default('CO'),
  SITE_NAME: setting(siteName),
  SITE_PLACE: setting(sitePlace),
  MODERATION: z.enum(['reactive', 'prior']).default('reactive'),
  SUPERADMIN_EMAIL: z.email().optional(),
  // The password is checked when it is used, at the first start (first-superadmin.ts).
  SUPERADMIN_PASSWORD: z.string().optional(),
  REQUIRE_SECOND_FACTOR: z.literal('admins').optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).max(1_000_000).default(1),
  TRUST_PROXY: z.union([onOff, z.string().refine(areProxies)]).default(false),
  APK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTACT_EMAIL: z.email().optional(),
  CONTACT_PHONE: z.string().trim().regex(PHONE).optional(),
  METRICS_TOKEN: z.string().regex(METRICS_TOKEN).optional(),
  PUSH_HOSTS: z.string().regex(HOSTS).optional(),
  WEBHOOK_HOSTS: z.string().regex(HOSTS).optional(),
  FEDERATION: z.enum(['off', 'on']).default('off'),
  VISITOR_DATA_DAYS: z.coerce.number().int().min(1).max(VISITOR_DATA_DAYS_MAX).default(180),
  BACKUP_ALARM_HOURS: z.coerce.number().int().min(0).max(BACKUP_ALARM_HOURS_MAX).default(36),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type SettingName = keyof typeof schema.shape;

const ENCODED =
  'con los signos de la contraseña codificados (# es %23, % es %25, / es %2F, ? es %3F y @ es %40)';

/** The description of a valid value, which completes the sentence '… no es válido: debe ser …'. */
const expected: Record<SettingName, string> = {
  PORT: 'un puerto entre 0 y 65535',
  HOST: 'una dirección en la que escuchar, por ejemplo 127.0.0.1',
  PUBLIC_URL: 'una dirección http o https sin ruta, por ejemplo https://minga.example.org',
  DATA_DIR: 'una carpeta',
  DATABASE_URL: `una dirección postgres://usuario:contraseña@servidor:5432/base, ${ENCODED}`,
  SMTP_URL: `una dirección smtp:// o smtps://, ${ENCODED}`,
  MAIL_FROM: 'un remitente, por ejemplo Minga <hola@example.org>',
  S3_URL:
    'una dirección s3://servidor/depósito o https://servidor/depósito, sin clave: va en AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY',
  APP_TIME_ZONE: 'una zona horaria IANA, por ejemplo America/Bogota',
  PHONE_COUNTRY: 'un país de dos letras, por ejemplo CO',
  SITE_NAME: `un nombre de ${SITE_NAME_MIN} a ${SITE_NAME_MAX} caracteres, por ejemplo Ayni`,
  SITE_PLACE: `un lugar de máximo ${SITE_PLACE_MAX} caracteres, por ejemplo Cusco`,
  MODERATION: 'reactive o prior',
  SUPERADMIN_EMAIL: 'un correo electrónico',
  SUPERADMIN_PASSWORD: 'una contraseña',
  REQUIRE_SECOND_FACTOR: 'admins',
  RATE_LIMIT_FACTOR: 'un número entre 0 y 1000000',
  TRUST_PROXY: 'true, false o las direcciones de los proxies separadas por comas',
  APK_URL: 'una dirección http o https',
  SOURCE_URL: 'una dirección http o https',
  CONTACT_EMAIL: 'un correo electrónico, por ejemplo hola@example.org',
  CONTACT_PHONE: 'un teléfono de 7 a 15 dígitos, por ejemplo +57 602 820 9900',
  METRICS_TOKEN: 'una clave de 16 a 200 letras, cifras o signos como - . _ ~ + / =',
  PUSH_HOSTS: 'servidores separados por comas, por ejemplo push.example.org',
  WEBHOOK_HOSTS: 'servidores separados por comas, por ejemplo 127.0.0.1:4000',
  FEDERATION: 'off o on',
  VISITOR_DATA_DAYS: `un número entero de días entre 1 y ${VISITOR_DATA_DAYS_MAX}`,
  BACKUP_ALARM_HOURS: `un número entero de horas entre 0 y ${BACKUP_ALARM_HOURS_MAX}`,
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace o silent',
};

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The site's public origin without a trailing slash, or null for `http://localhost:` and the port. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly s3Url: string | null;
  readonly timeZone: string;
  /** The country of telephone numbers without a prefix, as its ISO 3166 code. */
  readonly phoneCountry: CountryCode;
  /** The name and the place of the site until its superadmin sets others, or null for Minga in Popayán. */
  readonly siteName: string | null;
  readonly sitePlace: string | null;
  readonly moderation: 'reactive' | 'prior';
  readonly superadmin: { email: string; password: string } | null;
  /** The accounts that must set up a second factor before they can act, or null if none must. */
  readonly requireSecondFactor: 'admins' | null;
  readonly rateLimitFactor: number;
  readonly trustProxy: boolean | string;
  readonly apkUrl: string | null;
  readonly sourceUrl: string | null;
  /** The operator's contact, for the landing page. */
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  /** The bearer token for reading the metrics from another machine, or null if that is not possible. */
  readonly metricsToken: string | null;
  /** Hosts of push services in addition to those of the known browsers. */
  readonly pushHosts: readonly string[];
  /** Hosts that webhooks, calendars and federation may reach by plain HTTP and at private addresses. A host without a port applies to every port. */
  readonly webhookHosts: readonly string[];
  /** Whether other servers may follow the site (docs/decisions/0108-federation.md). */
  readonly isFederating: boolean;
  /** The number of days after the end of an activity at which visitors' names and contacts are erased. */
  readonly visitorDataDays: number;
  /** The age in hours of the last backup at which administrators are warned. Null if they are not, since backups are made by other means. */
  readonly backupAlarmHours: number | null;
  readonly logLevel: string;
}

/** Parses every setting (docs/rules.md R8.2). Throws a SettingError that names the first invalid one. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(nonEmpty);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] as SettingName;
    throw new SettingError(`El ajuste ${name} no es válido: debe ser ${expected[name]}.`);
  }
  const values = parsed.data;
  const publicUrl = values.PUBLIC_URL === undefined ? null : origin(values.PUBLIC_URL);
  if (values.RATE_LIMIT_FACTOR === 0 && publicUrl !== null && !isLoopback(publicUrl)) {
    throw new SettingError(
      'El ajuste RATE_LIMIT_FACTOR no puede ser 0 cuando PUBLIC_URL no es una dirección local: los límites protegen las cuentas.',
    );
  }
  if ((values.SUPERADMIN_EMAIL === undefined) !== (values.SUPERADMIN_PASSWORD === undefined)) {
    const missing = values.SUPERADMIN_EMAIL === undefined ? 'SUPERADMIN_EMAIL' : 'SUPERADMIN_PASSWORD';
    throw new SettingError(
      `Falta el ajuste ${missing}: SUPERADMIN_EMAIL y SUPERADMIN_PASSWORD van siempre juntos.`,
    );
  }
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) {
    throw new SettingError(
      `Falta el ajuste MAIL_FROM: con SMTP_URL hace falta ${expected.MAIL_FROM.replace(',', ':')}.`,
    );
  }
  if (values.FEDERATION === 'on' && !canFederate(publicUrl)) {
    throw new SettingError(
      'El ajuste FEDERATION no puede ser on sin una PUBLIC_URL que empiece por https://: los otros servidores la necesitan.',
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'Minga <minga@localhost>',
    s3Url: values.S3_URL ?? null,
    timeZone: values.APP_TIME_ZONE,
    phoneCountry: values.PHONE_COUNTRY,
    siteName: values.SITE_NAME ?? null,
    sitePlace: values.SITE_PLACE ?? null,
    moderation: values.MODERATION,
    superadmin:
      values.SUPERADMIN_EMAIL !== undefined && values.SUPERADMIN_PASSWORD !== undefined
        ? { email: values.SUPERADMIN_EMAIL.toLowerCase(), password: values.SUPERADMIN_PASSWORD }
        : null,
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR ?? null,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    trustProxy: values.TRUST_PROXY,
    apkUrl: values.APK_URL ?? null,
    sourceUrl: values.SOURCE_URL ?? null,
    contactEmail: values.CONTACT_EMAIL ?? null,
    contactPhone: values.CONTACT_PHONE ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    pushHosts: values.PUSH_HOSTS?.split(/, ?/) ?? [],
    webhookHosts: values.WEBHOOK_HOSTS?.split(/, ?/) ?? [],
    isFederating: values.FEDERATION === 'on',
    visitorDataDays: values.VISITOR_DATA_DAYS,
    backupAlarmHours: values.BACKUP_ALARM_HOURS === 0 ? null : values.BACKUP_ALARM_HOURS,
    logLevel: values.LOG_LEVEL,
  };
}

/**
 * Whether a URL's user and password are encoded. A part of an unencoded password would count as the host, the port, the path or the
 * fragment, which error messages of the connection contain.
 */
function isEncoded(url: string): boolean {
  const [, rest = ''] = /^[a-z0-9+]+:\/\/[^/?#]*(.*)$/is.exec(url) ?? [];
  return !/[#@]/.test(rest) && !/%(?![\da-f]{2})/i.test(url);
}

/** Whether a URL names a bucket. Returns false for a URL that cannot be parsed, which the schema reports too. */
const hasBucket = (url: string): boolean => URL.canParse(url) && BUCKET.test(new URL(url).pathname);

/** Whether the host of a URL is a loopback address. Only such an address allows the local mailbox and disabled limits. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * The destination of e-mails: the mail server or, without one, the local mailbox. A public site has no local mailbox, so its e-mails are
 * stored unsent until SMTP_URL is set ('none').
 */
export function mailDestination(
  { smtpUrl }: Pick<Settings, 'smtpUrl'>,
  publicUrl: string,
): 'server' | 'mailbox' | 'none' {
  if (smtpUrl !== null) return 'server';
  return isLoopback(publicUrl) ? 'mailbox' : 'none';
}

/** Whether other servers can reach the site: by https, or on the same machine in tests. Without PUBLIC_URL the site is local. */
const canFederate = (publicUrl: string | null): boolean =>
  publicUrl === null || publicUrl.startsWith('https:') || isLoopback(publicUrl);

function origin(url: string): string {
  const parsed = new URL(url);
  const hasMore =
    parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '';
  if (hasMore) throw new SettingError(`El ajuste PUBLIC_URL no es válido: debe ser ${expected.PUBLIC_URL}.`);
  return parsed.origin;
}

const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a list has only comma-separated addresses, networks (`10.0.0.0/8`) and Fastify's named groups. */
function areProxies(list: string): boolean {
  return list.split(',').every(item => {
    const [address = '', bits, ...rest] = item.trim().split('/');
    if (rest.length > 0) return false;
    if (bits === undefined) return isIP(address) !== 0 || PROXY_GROUPS.includes(address);
    return isIP(address) !== 0 && /^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
