import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aUser } from '../../../test/factories.ts';
import { presentAction } from './presenter.ts';
import { type Action, newestActions, recordAction } from './repository.ts';

const app = await testApp();
const { db } = app.platform;
const GONE = '01930000-0000-7000-8000-00000000000a';
const TARGET = '01930000-0000-7000-8000-00000000000b';

// docs/rules.md R6.7
it('is printed as lines of local time, actor, action and target, the newest first', async () => {
  const { id: actorId } = await aUser(db, { username: 'Rosa Ipia', role: 'admin' });
  const common = { targetId: TARGET, at: NOON };
  const actions: Action[] = [
    {
      ...common,
      action: 'user.update',
      targetType: 'account',
      actorId,
      details: { fields: ['username', 'email'] },
    },
    {
      ...common,
      action: 'activity.reject',
      targetType: 'activity',
      actorId,
      details: { reason: 'No es\nuna actividad' },
    },
    { ...common, action: 'attendance.delete', targetType: 'attendance', actorId: GONE },
  ];
  for (const action of actions) await db.transaction(tx => recordAction(tx, action));
  const lines = (await newestActions(db, 2)).map(action => presentAction(action, 'America/Bogota'));
  expect(lines).toEqual([
    `2026-11-21 12:00:00  cuenta eliminada ${GONE}: eliminó la asistencia ${TARGET}`,
    `2026-11-21 12:00:00  Rosa Ipia: rechazó la actividad ${TARGET} (motivo: No es una actividad)`,
  ]);
  const [, , oldest] = await newestActions(db, 50);
  expect(oldest && presentAction(oldest, 'UTC')).toBe(
    `2026-11-21 17:00:00  Rosa Ipia: cambió la cuenta ${TARGET} (campos: username, email)`,
  );
});
