import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { connectionProblem } from './platform/database/start-problem.ts';
import { describeError } from './platform/log.ts';
import { isLoopback, readSettings, SettingError } from './settings.ts';

describe('readSettings', () => {
  it.each([
    'hola@example.org',
    'Minga <hola@example.org>',
    'Minga de Popayán <hola@example.org>',
    '"Minga, Popayán" <hola@example.org>',
    '<hola@example.org>',
    'Minga <minga@localhost>',
    'Ñandú <hola@ñandú.example>',
  ])('accepts the sender %s', MAIL_FROM => {
    expect(readSettings({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
  });

  it('has a default for every setting', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: './data',
      databaseUrl: null,
      smtpUrl: null,
      mailFrom: 'Minga <minga@localhost>',
      s3Url: null,
      timeZone: 'America/Bogota',
      phoneCountry: 'CO',
      siteName: null,
      sitePlace: null,
      moderation: 'reactive',
      superadmin: null,
      requireSecondFactor: null,
      rateLimitFactor: 1,
      trustProxy: false,
      apkUrl: null,
      sourceUrl: null,
      contactEmail: null,
      contactPhone: null,
      metricsToken: null,
      pushHosts: [],
      webhookHosts: [],
      isFederating: false,
      visitorDataDays: 180,
      backupAlarmHours: 36,
      logLevel: 'info',
    });
  });

  it.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'minga.example.org'],
    ['PUBLIC_URL', 'ftp://minga.example.org'],
    ['PUBLIC_URL', 'https://minga.example.org/ruta'],
    ['DATABASE_URL', 'mysql://localhost/minga'],
    ['SMTP_URL', 'correo'],
    ['S3_URL', 'disco'],
    ['S3_URL', 'https://s3.example.org'],
    ['S3_URL', 'https://s3.example.org/a/b'],
    ['MAIL_FROM', 'Minga'],
    ['MAIL_FROM', 'Minga <hola>'],
    ['MAIL_FROM', 'Minga <hola@example.org'],
    ['MAIL_FROM', 'hola@example.org>'],
    ['MAIL_FROM', 'Minga hola@example.org'],
    ['MAIL_FROM', 'hola@example.org, otra@example.org'],
    ['MAIL_FROM', 'Minga <hola@example.org>, <otra@example.org>'],
    ['MAIL_FROM', 'Minga <hola@@example.org>'],
    ['PHONE_COUNTRY', 'Colombia'],
    ['SITE_NAME', 'A'],
    ['SITE_NAME', 'A'.repeat(31)],
    ['SITE_PLACE', 'C'.repeat(41)],
    ['APP_TIME_ZONE', 'America/Popayan'],
    ['MODERATION', 'nunca'],
    ['REQUIRE_SECOND_FACTOR', 'todos'],
    ['SUPERADMIN_EMAIL', 'nadie'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['TRUST_PROXY', 'banana'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['APK_URL', 'minga.apk'],
    ['SOURCE_URL', 'javascript:alert(1)'],
    ['CONTACT_EMAIL', 'minga.example.org'],
    ['CONTACT_PHONE', 'no tenemos'],
    ['CONTACT_PHONE', '12345'],
    ['CONTACT_PHONE', '+57 602 820 9900 ext. 4'],
    ['METRICS_TOKEN', 'corta'],
    ['METRICS_TOKEN', 'con espacios no se puede'],
    ['PUSH_HOSTS', 'https://push.example.org'],
    ['PUSH_HOSTS', ','],
    ['VISITOR_DATA_DAYS', '0'],
    ['VISITOR_DATA_DAYS', '-1'],
    ['VISITOR_DATA_DAYS', '1.5'],
    ['VISITOR_DATA_DAYS', '36501'],
    ['VISITOR_DATA_DAYS', 'medio año'],
    ['BACKUP_ALARM_HOURS', '-1'],
    ['BACKUP_ALARM_HOURS', '8761'],
    ['BACKUP_ALARM_HOURS', 'un día'],
    ['FEDERATION', 'true'],
    ['LOG_LEVEL', 'mucho'],
  ])('rejects %s=%s with one sentence that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingError);
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^El ajuste ${name} no es válido: [^.]+\\.?`),
    );
  });

  it.each(['loopback', '10.0.0.1', '10.0.0.0/8, ::1', 'fc00::/7'])('trusts the proxies %s', proxies => {
    expect(readSettings({ TRUST_PROXY: proxies }).trustProxy).toBe(proxies);
  });

  it.each(['+57 602 820 9900', '(602) 820-9900', '3001234567'])('accepts the contact phone %s', phone => {
    expect(readSettings({ CONTACT_PHONE: ` ${phone} ` }).contactPhone).toBe(phone);
  });

  it('reads the hosts of push services', () => {
    const PUSH_HOSTS = 'push.example.org, 127.0.0.1:4000';
    expect(readSettings({ PUSH_HOSTS }).pushHosts).toEqual(['push.example.org', '127.0.0.1:4000']);
  });

  it.each([undefined, 'http://127.0.0.1:3000', 'http://localhost:3000', 'https://minga.example.org'])(
    'federates at %s',
    PUBLIC_URL => {
      expect(readSettings({ FEDERATION: 'on', PUBLIC_URL }).isFederating).toBe(true);
    },
  );

  it('does not federate at an address that other servers do not trust', () => {
    const settings = { FEDERATION: 'on', PUBLIC_URL: 'http://minga.example.org' };
    expect(() => readSettings(settings)).toThrow(/^El ajuste FEDERATION no puede ser on sin una PUBLIC_URL /);
    expect(readSettings({ ...settings, FEDERATION: 'off' }).isFederating).toBe(false);
  });

  it('treats an empty value as absent', () => {
    expect(readSettings({ PORT: '', SMTP_URL: '' }).port).toBe(3000);
  });

  it('reduces PUBLIC_URL to its origin', () => {
    expect(readSettings({ PUBLIC_URL: 'https://Minga.example.org/' }).publicUrl).toBe(
      'https://minga.example.org',
    );
  });

  it('rejects disabled limits on a public address', () => {
    const settings = { RATE_LIMIT_FACTOR: '0', PUBLIC_URL: 'https://minga.example.org' };
    expect(() => readSettings(settings)).toThrow(/RATE_LIMIT_FACTOR/);
    expect(readSettings({ ...settings, PUBLIC_URL: 'http://127.0.0.1:3000' }).rateLimitFactor).toBe(0);
  });

  it('requires both settings of the superadmin', () => {
    expect(() => readSettings({ SUPERADMIN_EMAIL: 'a@example.org' })).toThrow(/SUPERADMIN_PASSWORD/);
    expect(() => readSettings({ SUPERADMIN_PASSWORD: 'secreto' })).toThrow(/SUPERADMIN_EMAIL/);
  });

  it('requires a sender for a mail server', () => {
    expect(() => readSettings({ SMTP_URL: 'smtp://localhost' })).toThrow(/MAIL_FROM/);
  });
});

describe('secrets', () => {
  /** Passwords with each character that may end a part of a URL if it is not encoded. */
  const passwords = [...'#/?%@:[] \\^{|"<>`&;=+'].flatMap(sign => [
    `zorro${sign}tigre`,
    `7531${sign}8642`,
    `${sign}zorro${sign}7531${sign}`,
    `zorro${sign}2Ftigre`,
  ]);
  const urls: Record<string, readonly ((password: string) => string)[]> = {
    DATABASE_URL: [
      password => `postgres://minga:${password}@db.example.org:5432/minga`,
      password => `postgres://${password}@db.example.org/minga`,
      password => `mysql://minga:${password}@db.example.org/minga`,
    ],
    SMTP_URL: [
      password => `smtp://minga:${password}@correo.example.org:587`,
      password => `smtps:/minga:${password}`,
    ],
    S3_URL: [password => `https://clave:${password}@s3.example.org/fotos`],
    PUBLIC_URL: [password => `https://minga:${password}@minga.example.org`],
    METRICS_TOKEN: [password => `${password} ${password}`],
    SUPERADMIN_PASSWORD: [password => password],
  };
  const PIECES = /zorro|tigre|7531|8642/;

  it.each(Object.entries(urls))('of %s appear in no error, whatever the value', (name, valuesOf) => {
    for (const value of valuesOf.flatMap(write => passwords.map(write))) {
      const errors: unknown[] = [];
      try {
        const { databaseUrl } = readSettings({ MAIL_FROM: 'hola@example.org', [name]: value });
        if (databaseUrl !== null) errors.push(connectionProblem(new Error('closed'), databaseUrl));
      } catch (error) {
        expect(error).toBeInstanceOf(SettingError);
        errors.push(error);
      }
      const shown = errors.map(error => inspect([error, describeError(error)], { showHidden: true }));
      expect([value, shown.some(text => PIECES.test(text))]).toEqual([value, false]);
    }
  });

  it.each(['DATABASE_URL', 'SMTP_URL'])('the error of %s says how to encode them', name => {
    const protocol = name === 'SMTP_URL' ? 'smtp' : 'postgres';
    for (const sign of '#/?%') {
      const value = `${protocol}://minga:12${sign}gg@host.example.org`;
      expect(() => readSettings({ [name]: value })).toThrow(/codificados \(# es %23, % es %25/);
      const encoded = `${protocol}://minga:${encodeURIComponent(`12${sign}gg`)}@host.example.org`;
      expect(() => readSettings({ [name]: encoded, MAIL_FROM: 'hola@example.org' })).not.toThrow();
    }
  });

  it.each([
    'postgres://minga@127.0.0.1/minga?sslmode=verify-full',
    'postgres:///minga?host=/var/run/postgresql',
    'postgres://minga:a@b@db.example.org/minga',
    'postgres://minga:%40%2F@%2Fvar%2Frun/minga',
  ])('accepts %s', DATABASE_URL => expect(readSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL));
});

describe('isLoopback', () => {
  it.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1', true],
    ['http://[::1]:3000', true],
    ['https://127.0.0.1.example.org', false],
    ['https://localhost.example.org', false],
  ])('%s: %s', (url, expected) => expect(isLoopback(url)).toBe(expected));
});
