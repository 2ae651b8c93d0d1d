import type { TokenScope } from '@minga/contract/api-tokens';
import type { Gender, Role } from '@minga/contract/session';

/** The session of a request, resolved once from its cookie or its API token. */
export interface Session {
  /** Of the session, or of the token. */
  readonly id: string;
  /** Present if the request has an API token: then `user.role` is 'user', whatever the account's role. */
  readonly tokenScope?: TokenScope;
  /** When a password or a second factor last proved the owner's identity. */
  readonly confirmedAt: Date;
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly email: string;
    readonly phone: string;
    readonly gender: Gender | null;
    readonly role: Role;
    /** An admin who has met what the site demands of administrators: sees what moderation has hidden. Never by an API token. */
    readonly isModerator?: boolean;
    readonly isActive: boolean;
    readonly createdAt: Date;
  };
}
