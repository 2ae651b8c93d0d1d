import { describe, expect, it } from 'vitest';
import { isLoopback, readSettings, SettingError } from './settings.ts';

describe('readSettings', () => {
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
      moderation: 'reactive',
      superadmin: null,
      requireSecondFactor: null,
      rateLimitFactor: 1,
      trustProxy: false,
      apkUrl: null,
      contactEmail: null,
      contactPhone: null,
      metricsToken: null,
      pushHosts: [],
      webhookHosts: [],
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
    ['PHONE_COUNTRY', 'Colombia'],
    ['APP_TIME_ZONE', 'America/Popayan'],
    ['MODERATION', 'nunca'],
    ['REQUIRE_SECOND_FACTOR', 'todos'],
    ['SUPERADMIN_EMAIL', 'nadie'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['TRUST_PROXY', 'banana'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['APK_URL', 'minga.apk'],
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

describe('isLoopback', () => {
  it.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1', true],
    ['http://[::1]:3000', true],
    ['https://127.0.0.1.example.org', false],
    ['https://localhost.example.org', false],
  ])('%s: %s', (url, expected) => expect(isLoopback(url)).toBe(expected));
});
