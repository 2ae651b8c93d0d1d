import { describe, expect, test } from 'vitest';
import { aCollective } from '../../../test/collective.ts';
import {
  collectiveChoices,
  followersText,
  noticeOf,
  rightsOf,
  upcomingText,
  websiteName,
  whatsAppContact,
  withFollower,
} from './model.ts';

describe('state', () => {
  test.each([
    [null, false, false, false],
    ['door', true, false, false],
    ['organizer', true, false, true],
    ['owner', true, true, true],
  ] as const)('the rights of %s', (role, isMember, canEdit, canPublish) => {
    expect(rightsOf(role)).toEqual({ isMember, canEdit, canPublish });
  });

  test.each([
    ['active', undefined],
    ['held', 'En revisión'],
    ['inactive', 'Desactivado'],
  ] as const)('the notice of %s is %s', (status, name) => {
    expect(noticeOf({ status })?.name).toBe(name);
  });

  test.each([
    [0, null, 'Nada próximo por ahora'],
    [1, '1 persona lo sigue', '1 actividad próxima'],
    [1204, '1.204 personas lo siguen', '1.204 actividades próximas'],
  ])('counts %d', (count, followers, upcoming) => {
    expect(followersText(count)).toBe(followers);
    expect(upcomingText(count)).toBe(upcoming);
  });

  test.each([
    ['https://www.ejemplo.org/nosotros?de=1', 'ejemplo.org'],
    ['https://río.example', 'xn--ro-nja.example'],
  ])('the name of %s is %s', (url, name) => {
    expect(websiteName(url)).toBe(name);
  });

  test.each([
    ['+573124567890', 'https://wa.me/573124567890', 'Escribir por WhatsApp'],
    ['https://chat.whatsapp.com/AbC', 'https://chat.whatsapp.com/AbC', 'Grupo de WhatsApp'],
  ])('the contact of %s', (value, href, text) => {
    expect(whatsAppContact(value)).toEqual({ href, text });
  });

  describe('following', () => {
    test.each([
      [false, 'diario', 6],
      [true, 'nunca', 5],
      [true, null, 4],
      [false, null, 5],
    ] as const)('before %s, now %s: %d followers', (isFollowing, mail, followers) => {
      const before = aCollective({ isFollowing, followers: 5 });
      expect(withFollower(before, mail)).toMatchObject({
        isFollowing: mail !== null,
        followMail: mail,
        followers,
      });
    });
  });
});

describe('collective-choices', () => {
  const a = aCollective({ _id: 'a', myRole: 'owner' });
  const b = aCollective({ _id: 'b', myRole: 'organizer' });
  const own = [
    a,
    b,
    aCollective({ _id: 'c', myRole: 'door' }),
    aCollective({ _id: 'd', myRole: 'owner', status: 'held' }),
  ];
  const foreign = aCollective({ _id: 'z' });

  test.each([
    ['a new activity', { current: null, isAuthor: true }, ['a', 'b'], true, false],
    ['the author, in an own collective', { current: b, isAuthor: true }, ['a', 'b'], true, false],
    [
      'the author, in a collective of others',
      { current: foreign, isAuthor: true },
      ['z', 'a', 'b'],
      true,
      false,
    ],
    ['an owner of its collective', { current: a, isAuthor: false }, ['a', 'b'], true, true],
    ['an organizer of its collective', { current: b, isAuthor: false }, ['a', 'b'], false, false],
  ] as const)('%s', (_, scene, ids, canMove, isOwner) => {
    const found = collectiveChoices({ ...scene, own, value: 'b' });
    expect(found.choices.map(({ _id }) => _id)).toEqual([...ids]);
    expect(found).toMatchObject({ canMove, isOwner, chosen: { _id: 'b' } });
  });

  test('nothing is chosen while the collectives load, except the current one', () => {
    expect(
      collectiveChoices({ own: undefined, current: null, value: 'b', isAuthor: true }).chosen,
    ).toBeNull();
    expect(collectiveChoices({ own: undefined, current: b, value: 'b', isAuthor: true }).chosen).toBe(b);
  });
});
