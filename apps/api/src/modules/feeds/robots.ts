/** The API calls of public pages, which crawlers need to render them. */
const ENDPOINTS_OF_PUBLIC_PAGES = [
  '/api/tasks/',
  '/api/collectives',
  '/api/auth/verify$',
  '/api/attendances/check',
  '/api/oembed',
];
/** `volver=` occurs in the addresses of pages that lead back: each has one address for every page that links to it. */
const DISALLOWED = ['/api/', '/correo-local', '/*volver='];

/** Rules for crawlers (RFC 9309): the longest matching rule applies. */
export function robotsText(publicUrl: string, privatePaths: readonly string[]): string {
  const privatePagePaths = privatePaths
    .filter(path => !path.endsWith('/*'))
    .map(path => path.replaceAll(/:\w+/g, '*'));
  return [
    'User-agent: *',
    ...ENDPOINTS_OF_PUBLIC_PAGES.map(path => `Allow: ${path}`),
    ...[...DISALLOWED, ...privatePagePaths].map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
