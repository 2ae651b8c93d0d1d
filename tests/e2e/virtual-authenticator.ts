import type { Page } from '@playwright/test';

/** The telephone's own authenticator, with a screen lock. */
export interface Authenticator {
  /** Whether its user passes the check of fingerprint, face or PIN. */
  setUserVerified(isUserVerified: boolean): Promise<void>;
  /** The browser's dialog: whether its user picks a passkey at once; else the request waits. */
  setPresent(isPresent: boolean): Promise<void>;
  countPasskeys(): Promise<number>;
}

/** Gives the page's browser a virtual authenticator (Chromium's WebAuthn domain). */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: async isUserVerified =>
      void (await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    setPresent: async enabled =>
      void (await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    countPasskeys: async () =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
