import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Fold } from '../../../components/form/fold.tsx';
import { CertificateButton } from './certificate-button.tsx';
import classes from './hours.module.css';

/** One certificate of all activities in a period, by default of all time. */
export function PeriodForm() {
  const [desde, setDesde] = useState('');
  const [hasta, setHasta] = useState('');
  const isReversed = desde !== '' && hasta !== '' && desde > hasta;
  return (
    <Fold title="Una sola constancia de varias actividades" summary="" hasError={false}>
      <p className={classes.hint}>
        Con la lista de tus actividades y el total de horas, a tu nombre como estaba en cada lista. Las horas
        con otro nombre no cuentan en ella: si hay un error, pídele a quien organizó que lo corrija. Deja las
        fechas vacías si quieres todas.
      </p>
      <div className={classes.dates}>
        <TextInput
          type="date"
          label="Desde"
          value={desde}
          onChange={event => setDesde(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Hasta"
          value={hasta}
          error={isReversed && 'El período debe comenzar antes de terminar'}
          onChange={event => setHasta(event.currentTarget.value)}
        />
      </div>
      {!isReversed && (
        <CertificateButton
          of={{ ...(desde !== '' && { desde }), ...(hasta !== '' && { hasta }) }}
          label="Constancia del período (PDF)"
        />
      )}
    </Fold>
  );
}
