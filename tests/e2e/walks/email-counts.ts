import type { ApiClient } from '../accounts.ts';

const ENTRY = /<span class="subject">([^<]*)<\/span><span class="recipient">Para ([^<]*)</g;
const OLDER = /href="([^"]*\?antes=[^"]*)"/;

/** The e-mails of the local mailbox, counted by recipient and subject, as lines of text. */
export async function emailCounts({ request }: Pick<ApiClient, 'request'>): Promise<string> {
  const counts = new Map<string, number>();
  let path: string | undefined = '/correo-local';
  while (path !== undefined) {
    const page: string = await (await request.get(path)).text();
    for (const [, subject, recipient] of page.matchAll(ENTRY)) {
      const line = `${recipient}: ${subject}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    path = OLDER.exec(page)?.[1];
  }
  const lines = [...counts].map(([line, count]) => `${line}${count > 1 ? ` (${count})` : ''}`);
  return `${lines.sort().join('\n')}\n`;
}
