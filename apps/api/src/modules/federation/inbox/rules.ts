import { createPublicKey } from 'node:crypto';
import { z } from 'zod';

/** The greatest length of an id that the database stores. */
const ADDRESS_MAX = 2000;
/** The greatest length of a public key, in PEM. */
const KEY_MAX = 10_000;

/** An http or https address without spaces, control characters and whatever else JSON-LD does not permit in one. */
const ADDRESS = /^https?:\/\/[^\s\p{C}"<>\\^`{|}]+$/u;
const address = z.string().max(ADDRESS_MAX).regex(ADDRESS).refine(URL.canParse);

/** A value, or a list of that value alone: JSON-LD does not distinguish them. */
const one = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value), schema);

/** The id of an object, which may be included or named. */
const idOf = one(z.union([address, z.object({ id: address }).transform(({ id }) => id)]));
const ignored = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const included = z.object({
  id: ignored(address),
  type: ignored(one(z.string())),
  actor: ignored(idOf),
  object: ignored(idOf),
});
const activity = z.object({
  id: ignored(address),
  type: one(z.string()),
  actor: idOf,
  object: ignored(one(z.union([address.transform(id => ({ id })), included]))),
});

/** An activity, as far as the inbox reads it. */
export type Activity = z.infer<typeof activity>;

/** Returns an activity, or null if the body is no JSON, or lacks a type or an actor. */
export function parseActivity(body: Buffer): Activity | null {
  const parsed = activity.safeParse(parseJson(body));
  return parsed.success ? parsed.data : null;
}

/** Returns the value of a JSON text, or undefined if it is none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

/**
 * Returns the host of an address, with its port unless that is the default. Returns null if it is no address, or if its host has a
 * final dot, with which a server would have two names.
 */
export function hostOf(text: string | undefined): string | null {
  if (text === undefined || !address.safeParse(text).success) return null;
  const { host, hostname } = new URL(text);
  return hostname === '' || hostname.endsWith('.') ? null : host;
}

const publicKey = z.object({
  id: address,
  owner: ignored(address),
  publicKeyPem: z.string().max(KEY_MAX),
});
const actorSchema = z.object({
  id: address,
  inbox: ignored(address),
  endpoints: ignored(z.object({ sharedInbox: ignored(address) })),
  publicKey: z.union([publicKey.transform(key => [key]), z.array(publicKey)]),
});

/** An actor of another server, with the key that signs for it. */
export interface Actor {
  readonly id: string;
  readonly inbox: string | null;
  readonly sharedInbox: string | null;
  readonly keyId: string;
  readonly publicKey: string;
}

/** Returns the actor of a document, or null if it is not the document of `id` or has no such key of its own. */
export function readActor(document: unknown, id: string, keyId: string): Actor | null {
  const { data } = actorSchema.safeParse(document);
  if (data?.id !== id) return null;
  const key = data.publicKey.find(one => one.id === keyId && (one.owner ?? id) === id);
  if (key === undefined || !isStrongKey(key.publicKeyPem)) return null;
  const sharedInbox = data.endpoints?.sharedInbox ?? null;
  return { id, inbox: data.inbox ?? null, sharedInbox, keyId, publicKey: key.publicKeyPem };
}

const RSA_BITS_MIN = 2048;
/** A longer key would make each verification slow. */
const RSA_BITS_MAX = 8192;

function isStrongKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem);
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    const isRsa = asymmetricKeyType === 'rsa' && bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX;
    return isRsa || asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** The types whose object is of the actor's own server. */
const OWN: ReadonlySet<string> = new Set(['Create', 'Update', 'Delete', 'Undo']);

/** Whether an activity speaks of its actor's server alone, as far as its type demands it. */
export function isOfOneHost({ id, type, actor, object }: Activity): boolean {
  const host = hostOf(actor);
  const isForeign = (text: string | undefined) => text !== undefined && hostOf(text) !== host;
  if (isForeign(id)) return false;
  if (!OWN.has(type)) return true;
  const included = object !== undefined && 'actor' in object ? object.actor : undefined;
  return !isForeign(object?.id) && (type !== 'Undo' || included === undefined || included === actor);
}

export type Effect =
  | { readonly kind: 'follow'; readonly followId: string }
  /** `followId` is null if the activity includes what it undoes. */
  | { readonly kind: 'unfollow'; readonly followId: string | null }
  | { readonly kind: 'deleted' }
  /** All else is dropped. */
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' };

const NONE: Effect = { kind: 'none' };

/** The effect of an activity on the followers of `site`, the id of our actor. */
export function effectOf({ id, type, actor, object }: Activity, site: string): Effect {
  if (type === 'Follow' && object?.id === site)
    return id === undefined ? { kind: 'invalid' } : { kind: 'follow', followId: id };
  if (type === 'Delete' && object?.id === actor) return { kind: 'deleted' };
  if (type !== 'Undo' || object === undefined) return NONE;
  if ('type' in object && object.type !== undefined) {
    // Some servers undo a `Follow` by another id than it had.
    return object.type === 'Follow' && object.object === site ? { kind: 'unfollow', followId: null } : NONE;
  }
  return object.id === undefined ? NONE : { kind: 'unfollow', followId: object.id };
}

/** The response to a `Follow` of `site`, the id of our actor. Its own `id` is unique and names no document. */
export const acceptOf = (reply: {
  readonly id: string;
  readonly followId: string;
  readonly actor: string;
  readonly site: string;
}): object => ({
  '@context': 'https://www.w3.org/ns/activitystreams',
  id: `${reply.site}#accept-${reply.id}`,
  type: 'Accept',
  actor: reply.site,
  to: [reply.actor],
  object: { id: reply.followId, type: 'Follow', actor: reply.actor, object: reply.site },
});
