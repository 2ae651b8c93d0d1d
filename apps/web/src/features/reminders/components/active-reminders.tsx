import type { Reminder } from '@minga/contract/reminders';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { HelpLink } from '../../../components/help-link.tsx';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { useRowOutcome } from '../use-row-outcome.ts';
import classes from './active-reminders.module.css';
import { ReminderRow } from './reminder-row.tsx';
import board from './reminders-board.module.css';

interface Props {
  reminders: readonly Reminder[];
}

const DeleteReminderDialog = lazy(() =>
  import('./delete-reminder-dialog.tsx').then(module => ({ default: module.DeleteReminderDialog })),
);

/** 'Notificaciones Activas' (docs/rules.md R5.1). */
export function ActiveReminders({ reminders }: Props) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);
  const outcomeOf = useRowOutcome(reminders.map(({ _id }) => _id));
  const dialog = useLazyDialog();
  const [toDelete, setToDelete] = useState<Reminder | null>(null);

  function confirmDeletion(reminder: Reminder): void {
    setToDelete(reminder);
    dialog.open();
  }

  return (
    <section aria-labelledby={headingId} className={board.panel}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={board.title}>
        Notificaciones Activas
      </h2>
      <div className={classes.outcome}>
        <OutcomeMessages outcome={outcomeOf(null)} takesFocus />
      </div>
      <div ref={focusRecovery}>
        {reminders.length === 0 ? (
          <div className={classes.empty}>
            <EmptyState
              drawing="seedling"
              title="Sin notificaciones"
              text="Elige una actividad y te la recordamos a tiempo."
              order={3}
            >
              <HelpLink to="avisos#poner-un-recordatorio">Cómo se pone un recordatorio</HelpLink>
            </EmptyState>
          </div>
        ) : (
          <ul className={classes.list}>
            {reminders.map(reminder => (
              <ReminderRow
                key={reminder._id}
                reminder={reminder}
                outcome={outcomeOf(reminder._id)}
                onDelete={() => confirmDeletion(reminder)}
              />
            ))}
          </ul>
        )}
      </div>
      {dialog.isMounted && toDelete && (
        <Suspense>
          <DeleteReminderDialog
            reminder={toDelete}
            isOpen={dialog.isOpen}
            outcome={outcomeOf(toDelete._id)}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </section>
  );
}
