import { onDatabase, runCommand } from './command.ts';
import { presentAction } from './modules/administration/presenter.ts';
import { newestActions } from './modules/administration/repository.ts';

const NEWEST = 50;

await runCommand(async settings => {
  const actions = await onDatabase(settings, db => newestActions(db, NEWEST));
  if (actions.length === 0) return 'Nadie ha administrado nada todavía.';
  // The newest action is last, next to the prompt.
  return actions
    .reverse()
    .map(action => presentAction(action, settings.timeZone))
    .join('\n');
});
