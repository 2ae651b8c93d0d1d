/** The address of an account is about to change; its row still has the old one. */
export interface EmailChanging {
  readonly userId: string;
  readonly email: string;
}

/** An address that its person has proved, or for which an administrator answers, is about to get an account. */
export interface AccountCreating {
  readonly email: string;
}

/** A locked account is about to be deleted: subscribers delete or anonymise what refers to it. */
export interface AccountDeleting {
  readonly id: string;
  readonly email: string;
}

/** The account was deleted; foreign keys have removed its id from what stays. */
export interface AccountDeleted {
  readonly id: string;
  readonly email: string;
}

/** An administrator decided whether a locked account is active; it may have been so already. */
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
