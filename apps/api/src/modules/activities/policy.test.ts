import { describe, expect, it } from 'vitest';
import { canTakePart, canView } from './policy.ts';

const OWNER = 'owner';
const viewers = {
  visitor: null,
  user: { id: 'user', role: 'user' },
  owner: { id: OWNER, role: 'user' },
  admin: { id: 'admin', role: 'admin' },
  superadmin: { id: 'superadmin', role: 'superadmin' },
} as const;
type Name = keyof typeof viewers;

const everyone = Object.keys(viewers);

const namesOf = (isAllowed: (viewer: (typeof viewers)[Name]) => boolean) =>
  Object.entries(viewers)
    .filter(([, viewer]) => isAllowed(viewer))
    .map(([name]) => name);

describe.each([
  ['reactive', 'pending', everyone, everyone],
  ['reactive', 'approved', everyone, everyone],
  ['reactive', 'rejected', ['owner', 'admin'], ['owner']],
  ['prior', 'pending', ['owner', 'admin'], ['owner']],
  ['prior', 'approved', everyone, everyone],
  ['prior', 'rejected', ['owner', 'admin'], ['owner']],
] as const)('with %s moderation, an activity that is %s', (moderation, status, seeing, takingPart) => {
  const activity = { ownerId: OWNER, status };

  it(`is visible to ${seeing.join(', ')}`, () => {
    expect(namesOf(viewer => canView(viewer, activity, moderation))).toEqual(seeing);
  });

  it(`can be attended by ${takingPart.join(', ')}`, () => {
    expect(namesOf(viewer => canTakePart(viewer?.id ?? null, activity, moderation))).toEqual(takingPart);
  });
});
