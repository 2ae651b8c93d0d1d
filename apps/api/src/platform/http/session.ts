import type { Gender, Role } from '@minga/contract/accounts';

/** Who asks: resolved once a request from the cookie, and from nothing else. */
export interface Session {
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly email: string;
    readonly phone: string;
    readonly gender: Gender | null;
    readonly role: Role;
    readonly isActive: boolean;
    readonly createdAt: Date;
  };
}
