import { isToken, newToken } from '../../platform/tokens.ts';

const PREFIX = 'minga_';
/** Of the random characters, shown in lists. */
const SHOWN = 4;

/** Its prefix lets scanners of published code recognise it. */
export const newApiToken = (): string => `${PREFIX}${newToken()}`;

export const isApiToken = (value: string): boolean =>
  value.startsWith(PREFIX) && isToken(value.slice(PREFIX.length));

export const shownPrefix = (token: string): string => token.slice(0, PREFIX.length + SHOWN);
