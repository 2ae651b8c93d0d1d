/** The calls that draw the public pages: whoever may see these must be able to draw them. */
const CALLS_OF_PUBLIC_PAGES = ['/api/tasks/', '/api/auth/verify$', '/api/attendances/check'];
const CLOSED = ['/api/', '/correo-local'];

/** What search engines may look at (RFC 9309): the longest rule that fits an address holds. */
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
