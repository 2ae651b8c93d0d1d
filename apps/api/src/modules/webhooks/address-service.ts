import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './rules.ts';

/** Resolves a host name to its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export class PrivateAddressError extends Error {}

/** Passes a name's addresses to the connection, or an error if one of them is not public. */
export const checkedLookup =
  (resolve: Resolve, isTrusted: boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      addresses => {
        const [first] = addresses;
        const isAllowed = isTrusted || addresses.every(({ address }) => isPublicAddress(address));
        if (first === undefined || !isAllowed) callback(new PrivateAddressError(), '');
        else if (all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      error => callback(error, ''),
    );
  };
