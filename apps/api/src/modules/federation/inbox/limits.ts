import type { Limit } from '../../../platform/limits/limits.ts';

const MINUTE = 60;

// The inbox takes requests of everyone, and a signature may name any host: keys are fetched only for requests that were counted. Requests of
// a host are counted for each network address, so that forged ones cannot use up what the host may send (docs/rules.md R27.10).

/** All requests of a network address, which a hosting company shares among the servers of its customers. */
export const callsByAddress: Limit = { name: 'inbox-address', times: 600, seconds: MINUTE };

/** Requests of a network address that name a host. */
export const callsByHost: Limit = { name: 'inbox-host', times: 60, seconds: MINUTE };

/** Requests of a host whose signature was verified, from all of its network addresses. */
export const verifiedByHost: Limit = { name: 'inbox-verified', times: 60, seconds: MINUTE };

/** Fetched keys, by the network address that caused it, whatever hosts it names. */
export const keysByAddress: Limit = { name: 'inbox-keys-address', times: 120, seconds: MINUTE };

/** Fetched keys of a host, more than one network address can cause. */
export const keysByHost: Limit = { name: 'inbox-keys-host', times: 120, seconds: MINUTE };
