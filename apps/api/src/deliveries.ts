import { parseArgs } from 'node:util';
import {
  holdDeliveries,
  isHoldingDeliveries,
  outgoingSentence,
  releaseDeliveries,
} from './backup/outgoing.ts';
import { onDatabase, operatorCommand, runCommand } from './command.ts';
import { systemClock } from './platform/clock.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { longDate } from './platform/local-time.ts';

const RESTART = 'Reinicia Minga para que valga.';

// The command `npm run deliveries`: holds or releases e-mails, pushes and webhooks, or reports the pending ones.
await runCommand(async settings => {
  const action = readArgument();
  return onDatabase(settings, async db => {
    if (action === 'hold') {
      await holdDeliveries(db, systemClock());
      return `Quedan retenidos los correos, los webhooks y los avisos a dispositivos. ${RESTART}`;
    }
    if (action === 'release') {
      const since = await releaseDeliveries(db);
      if (since === null) return 'No había nada retenido.';
      const held = longDate(since, settings.timeZone);
      return `Sale lo que estaba retenido desde el ${held}, menos lo que ya no sirve. ${RESTART}`;
    }
    const state = (await isHoldingDeliveries(db)) ? 'Los envíos están retenidos.' : 'Los envíos salen.';
    return `${state} ${await outgoingSentence(db, systemClock())}`.trim();
  });
});

function readArgument(): 'hold' | 'release' | null {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [action = null] = positionals;
    if (positionals.length < 2 && (action === null || action === 'hold' || action === 'release'))
      return action;
  } catch {
    // An unknown option gets the usage sentence too.
  }
  throw new StartProblem(
    `Así se usa: ${operatorCommand('deliveries -- hold | release')} (sin nada, dice cómo están)`,
  );
}
