import * as z from 'zod/mini';
import { endpoint, page } from './endpoint.ts';
import { ROLE_ERRORS } from './errors.ts';

// Other servers that follow the site's activities, such as Mastodon and Mobilizon (docs/rules.md R27).

/** A host name and a port. */
export const PEER_HOST_MAX = 253 + ':65535'.length;

const NO_HOST = 'Escribe el nombre de un servidor, como mastodon.social';
const LABELS = /^(?:[\da-z_-]+(?:\.[\da-z_-]+)*|\[[\d.:a-f]+\])(?::\d+)?$/;

/**
 * A host as the addresses of its server have it: in lower case and Punycode, with its port unless that is the default of https. Empty if
 * the text is no host.
 */
function normalizedHost(text: string): string {
  const name = text.trim();
  // The parser of addresses would take what is before an @ or after a slash for other parts of one, and drop a tab.
  if (/[\s#/?@\\]/.test(name) || !URL.canParse(`https://${name}`)) return '';
  const { host } = new URL(`https://${name}`);
  return host.length <= PEER_HOST_MAX && LABELS.test(host) ? host : '';
}

/** The host of another server. Parses to the form in which it is stored. */
export const peerHost = z.pipe(
  z.pipe(z.string(NO_HOST), z.transform(normalizedHost)),
  z.string().check(z.minLength(1, NO_HOST)),
);

export const peer = z.object({
  /** With its port unless that is the default of https. */
  host: z.string(),
  /** The number of its accounts that follow the site. */
  followers: z.int(),
  /** When it last accepted a message, or null if it has not. */
  lastSuccessAt: z.nullable(z.iso.datetime()),
  /** A blocked server gets nothing, and what it sends is rejected. */
  isBlocked: z.boolean(),
});
export type Peer = z.infer<typeof peer>;

/** A superadmin's change of another server. */
export const peerChange = z.object({ isBlocked: z.boolean('«isBlocked» debe ser «true» o «false»') });

const ofFederation = { tag: 'Superadministración', access: 'superadmin', status: 200 } as const;

export const listPeers = endpoint({
  ...ofFederation,
  method: 'GET',
  path: '/admin/federation/peers',
  summary:
    'Los otros servidores: cuántas de sus cuentas siguen este sitio, y a cuáles no se les envía nada; 404 si FEDERATION no es «on»',
  query: page,
  reply: z.array(peer),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND'],
});

export const changePeer = endpoint({
  ...ofFederation,
  method: 'PATCH',
  path: '/admin/federation/peers/:host',
  summary:
    'Bloquear o desbloquear un servidor, también uno que todavía no sigue el sitio; el puerto se escribe si no es el de https',
  params: z.object({ host: peerHost }),
  body: peerChange,
  reply: peer,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND'],
});
