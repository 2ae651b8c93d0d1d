import { useState } from 'react';
import { Fold } from '../../../components/form/fold.tsx';
import { MomentInput } from '../../../components/form/moment-input.tsx';
import { CertificateButton } from './certificate-button.tsx';
import classes from './hours.module.css';

/** One certificate of all activities in a period, by default of all time. */
export function PeriodForm() {
  const [desde, setDesde] = useState('');
  const [hasta, setHasta] = useState('');
  const [partial, setPartial] = useState({ desde: false, hasta: false });
  const isReversed = desde !== '' && hasta !== '' && desde > hasta;
  return (
    <Fold title="Una sola constancia de varias actividades" summary="" hasError={false}>
      <p className={classes.hint}>
        Con la lista de tus actividades y el total de horas, a tu nombre como estaba en cada lista. Las horas
        con otro nombre no cuentan en ella: si hay un error, pídele a quien organizó que lo corrija. Deja las
        fechas vacías si quieres todas.
      </p>
      <div className={classes.dates}>
        <MomentInput
          type="date"
          label="Desde"
          value={desde}
          onChange={event => setDesde(event.currentTarget.value)}
          onPartial={isPartial => setPartial(old => ({ ...old, desde: isPartial }))}
        />
        <MomentInput
          type="date"
          label="Hasta"
          value={hasta}
          error={isReversed && 'El período debe comenzar antes de terminar'}
          onChange={event => setHasta(event.currentTarget.value)}
          onPartial={isPartial => setPartial(old => ({ ...old, hasta: isPartial }))}
        />
      </div>
      {!isReversed && !partial.desde && !partial.hasta && (
        <CertificateButton
          of={{ ...(desde !== '' && { desde }), ...(hasta !== '' && { hasta }) }}
          label="Constancia del período (PDF)"
        />
      )}
    </Fold>
  );
}
