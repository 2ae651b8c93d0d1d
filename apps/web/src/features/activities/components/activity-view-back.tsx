import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { useClientValue } from '../../../lib/use-client-value.ts';
import classes from './activity-view.module.css';

/** Goes back to the list the user came from, with its state restored; otherwise links to the catalogue. */
export function ActivityViewBack() {
  const { state, history } = useRouter();
  const [hasListEntry] = useState(() => state.location.state.isFromList === true);
  const isFromList = useClientValue(hasListEntry, false);

  function goBack(event: MouseEvent) {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (!isFromList || opensElsewhere) return;
    event.preventDefault();
    history.back();
  }

  return (
    <Link to="/actividades" activeOptions={{ exact: true }} className={classes.back} onClick={goBack}>
      <IconArrowLeft size={20} aria-hidden />
      <span>{isFromList ? 'Volver a la lista' : 'Todas las actividades'}</span>
    </Link>
  );
}
