import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { useOutcome } from '../../../components/use-outcome.ts';
import { longDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import classes from './memory-form.module.css';
import { MemoryForm } from './memory-form.tsx';

interface Props {
  readonly activity: Activity;
}

/** 'La memoria' of /tasks/{id}/despues: what was done, for the public page (COMMUNITY.md section 18). */
export function MemorySection({ activity }: Props) {
  const { _id, date, memory = null } = activity;
  const outcome = useOutcome();
  /** Saving leaves a form with what is stored. */
  const [savedCount, setSavedCount] = useState(0);
  const hasStarted = new Date(date) <= now();
  return (
    <section aria-labelledby="memory-title" className={classes.section}>
      <h2 id="memory-title" className={classes.title}>
        La memoria
      </h2>
      <p className={classes.lead}>
        {hasStarted
          ? 'Cuenta qué hicieron y muéstralo con fotos. Se ve en la página de la actividad, como «Lo que hicimos».'
          : `La podrás escribir desde que empiece la actividad: ${longDate(date)}.`}
      </p>
      <OutcomeMessages outcome={outcome} takesFocus />
      {hasStarted && (
        <MemoryForm
          key={savedCount}
          activity={activity}
          onChange={outcome.clear}
          onSaved={text => {
            setSavedCount(savedCount + 1);
            outcome.showSuccess(text);
          }}
        />
      )}
      {hasStarted && memory !== null && (
        <Link to="/actividades/$id" params={{ id: _id }} className={linkClasses.link}>
          Ver la página de la actividad
        </Link>
      )}
    </section>
  );
}
