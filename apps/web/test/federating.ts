import { onTestFinished } from 'vitest';

/** The document of a site that other servers can follow. */
export function federating(): void {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'minga:federation', content: '@minga@minga.example' });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}
