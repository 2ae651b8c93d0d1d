/** The address of an account is about to change; the account's row still has the old address. */
export interface EmailChanging {
  readonly userId: string;
  readonly email: string;
}

/** An account is about to be created, for an address that a mailed link verified or that an administrator entered. */
export interface AccountCreating {
  readonly email: string;
}

/** A locked account is about to be deleted: subscribers delete or anonymise the rows that refer to it. */
export interface AccountDeleting {
  readonly id: string;
  readonly email: string;
}

/** An account was deleted; foreign keys have removed its id from the remaining rows. */
export interface AccountDeleted {
  readonly id: string;
  readonly email: string;
}

/** An administrator decided whether a locked account is active. `isChanged` is false if the decision repeats its status. */
export interface AccountStatusDecided {
  readonly id: string;
  readonly actorId: string;
  readonly isActive: boolean;
  readonly isChanged: boolean;
}

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    accountCreating: AccountCreating;
    emailChanging: EmailChanging;
    accountDeleting: AccountDeleting;
    accountDeleted: AccountDeleted;
    accountStatusDecided: AccountStatusDecided;
  }
}
