import type { PersonalAttendance } from '@minga/contract/personal-link';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import classes from './own-data.module.css';

// Few open it.
const OwnData = lazy(() => import('./own-data.tsx').then(module => ({ default: module.OwnData })));

interface Props {
  readonly attendance: PersonalAttendance;
  readonly token: string;
  readonly onErased: () => void;
}

/** 'Tus datos', folded at the end of the personal page. */
export function OwnDataFold(props: Props) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details className={classes.fold} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className={classes.title}>
        Tus datos
        <IconChevronDown size={20} className={classes.arrow} aria-hidden />
      </summary>
      {isOpened && (
        <Suspense fallback={<LoadingStatus text="Cargando…" />}>
          <OwnData {...props} />
        </Suspense>
      )}
    </details>
  );
}
