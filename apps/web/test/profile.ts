import { getSecondFactor, type SecondFactor } from '@minga/contract/identity';
import { getProfile, listSessions, type OpenSession, type Profile } from '@minga/contract/profile';
import type { User } from '@minga/contract/session';
import { renderApp } from './render.tsx';
import { declareResponses, maria, type Responses, respond, signedIn } from './server.ts';

const owner: User = { ...maria, gender: null };

/** María's account without anything in it, with what the test is about changed. */
export const aProfile = (changes: Partial<Profile> = {}): Profile => ({
  user: owner,
  pendingEmail: null,
  activityCount: 0,
  upcomingCount: 0,
  attendanceCount: 0,
  ...changes,
});

/** The session of this browser, with what the test is about changed. */
export const aSession = (changes: Partial<OpenSession> = {}): OpenSession => ({
  _id: '01930000-0000-7000-8000-00000000001a',
  device: 'Chrome en Android',
  isPhone: true,
  address: '203.0.113.7',
  createdAt: '2026-11-01T15:00:00.000Z',
  lastSeenAt: '2026-11-02T15:00:00.000Z',
  isCurrent: true,
  ...changes,
});

/** The second factor of an account without one, with what the test is about changed. */
export const aSecondFactor = (changes: Partial<SecondFactor> = {}): SecondFactor => ({
  totp: null,
  passkeyCount: 0,
  recoveryCodesLeft: 0,
  resetDueAt: null,
  ...changes,
});

/** /profile with its session; the server responds as declared. */
export function renderProfile(responses: Responses = {}) {
  const sent = declareResponses({
    ...signedIn(owner),
    ...respond(getProfile, { body: aProfile() }),
    ...respond(getSecondFactor, { body: aSecondFactor() }),
    ...respond(listSessions, { body: [aSession()] }),
    ...responses,
  });
  return { ...renderApp('/profile'), sent };
}
