import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { whenLoaded } from '../../../../lib/load-code.ts';
import type { ChosenRow, RowSelection } from '../../use-row-selection.ts';
import classes from './row-choice.module.css';

const loadBar = () => import('./selection-bar.tsx');
const SelectionBar = lazy(() => loadBar().then(module => ({ default: module.SelectionBar })));

interface Props {
  readonly selection: RowSelection;
  /** The rows in sight. */
  readonly page: readonly ChosenRow[];
}

/** 'Seleccionar varias' and, once pressed, the bar for the chosen rows. */
export function RowChoice({ selection, page }: Props) {
  const start = useRef<HTMLButtonElement>(null);
  const hasEnded = useRef(false);

  useEffect(() => {
    if (!hasEnded.current || selection.isActive) return;
    hasEnded.current = false;
    start.current?.focus();
  }, [selection.isActive]);

  if (selection.isActive)
    return (
      <Suspense>
        <SelectionBar
          selection={selection}
          page={page}
          onEnd={() => {
            hasEnded.current = true;
            selection.stop();
          }}
        />
      </Suspense>
    );
  return (
    <div className={classes.start}>
      <Button ref={start} variant="subtle" size="sm" onClick={() => whenLoaded(loadBar, selection.start)}>
        Seleccionar
      </Button>
    </div>
  );
}
