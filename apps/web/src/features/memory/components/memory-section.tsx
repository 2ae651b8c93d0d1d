import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { TitledSection } from '../../../components/titled-section.tsx';
import { useOutcome } from '../../../components/use-outcome.ts';
import { HiddenMemory } from './hidden-memory.tsx';
import classes from './memory-form.module.css';
import { MemoryForm } from './memory-form.tsx';

interface Props {
  /** It has begun. */
  readonly activity: Activity;
}

/** 'La memoria' of /tasks/{id}/despues: what was done, for the public page (docs/rules.md R18.6). */
export function MemorySection({ activity }: Props) {
  const { _id, memory = null } = activity;
  const outcome = useOutcome();
  /** Saving leaves a form with what is stored. */
  const [savedCount, setSavedCount] = useState(0);
  return (
    <TitledSection title="La memoria">
      <p className={classes.lead}>
        Cuenta qué hicieron y muéstralo con fotos. Se ve en la página de la actividad, como «Lo que hicimos».
      </p>
      <OutcomeMessages outcome={outcome} takesFocus />
      {memory?.isHidden && <HiddenMemory memory={memory} activityId={null} />}
      <MemoryForm
        key={savedCount}
        activity={activity}
        onChange={outcome.clear}
        onSaved={text => {
          setSavedCount(savedCount + 1);
          outcome.showSuccess(text);
        }}
      />
      {memory !== null && (
        <Link to="/actividades/$id" params={{ id: _id }} className={linkClasses.link}>
          Ver la página de la actividad
        </Link>
      )}
    </TitledSection>
  );
}
