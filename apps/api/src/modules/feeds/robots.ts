/** The API calls of public pages, which crawlers need to render them. */
const CALLS_OF_PUBLIC_PAGES = ['/api/tasks/', '/api/auth/verify$', '/api/attendances/check'];
const CLOSED = ['/api/', '/correo-local'];

/** Rules for crawlers (RFC 9309): the longest matching rule applies. */
export function robotsText(publicUrl: string, privatePaths: readonly string[]): string {
  const screens = privatePaths.filter(path => !path.endsWith('/*'));
  return [
    'User-agent: *',
    ...CALLS_OF_PUBLIC_PAGES.map(path => `Allow: ${path}`),
    ...[...CLOSED, ...screens].map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
