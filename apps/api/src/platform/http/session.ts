import type { Gender, Role } from '@minga/contract/session';

/** The session of a request, resolved once from the cookie and nothing else. */
export interface Session {
  readonly id: string;
  /** When a password or a second factor last proved the owner's identity. */
  readonly confirmedAt: Date;
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
