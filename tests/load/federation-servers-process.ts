// Servers that take the activities of a site at once, each on a port of its own. Forked by federation.ts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The inboxes that an event has reached, by its title. */
const inboxes = new Map<string, Set<string>>();

function startServer(): Promise<number> {
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    const origin = `http://${headers.host}`;
    const send = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/.well-known/nodeinfo') {
      const rel = 'http://nodeinfo.diaspora.software/ns/schema/2.1';
      send({ links: [{ rel, href: `${origin}/nodeinfo/2.1` }] });
    } else if (url === '/nodeinfo/2.1') {
      send({ version: '2.1', software: { name: 'friendica', version: '1' }, protocols: ['activitypub'] });
    } else {
      let body = '';
      request.setEncoding('utf8').on('data', chunk => {
        body += chunk;
      });
      request.on('end', () => {
        const { object }: { object: { name: string } } = JSON.parse(body);
        const reached = inboxes.get(object.name) ?? new Set();
        inboxes.set(object.name, reached.add(origin + url));
        response.writeHead(202).end();
      });
    }
  });
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

/** A number starts as many servers; a title asks how many inboxes an event of this title has reached. */
process.on('message', async (message: number | string) => {
  if (typeof message === 'string') process.send?.(inboxes.get(message)?.size ?? 0);
  else process.send?.(await Promise.all(Array.from({ length: message }, startServer)));
});
process.on('disconnect', () => process.exit());
