import { VisuallyHidden } from '@mantine/core';
import type { Impact } from '@minga/contract/impact';
import { digits } from '../../../lib/digits.ts';
import { hoursText, longMonth, shortMonth } from '../impact-text.ts';
import classes from './impact-view.module.css';

const columns = [
  { key: 'activities', name: 'Actividades', text: digits, colour: classes.forest },
  { key: 'people', name: 'Personas', text: digits, colour: classes.maize },
  { key: 'hours', name: 'Horas', text: hoursText, colour: classes.sky },
] as const;

/** The last months as a table, in which each number has a bar. The bars only show what the numbers say. */
export function ImpactMonths({ months }: Pick<Impact, 'months'>) {
  const most = (key: (typeof columns)[number]['key']) => Math.max(1, ...months.map(month => month[key]));
  return (
    <section aria-labelledby="months" className={classes.part}>
      <table className={classes.months}>
        <caption id="months" className={classes.title}>
          Los últimos doce meses
        </caption>
        <thead>
          <tr>
            <th scope="col">Mes</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(month => (
            <tr key={month.month}>
              <th scope="row">
                <VisuallyHidden>{longMonth(month.month)}</VisuallyHidden>
                <span aria-hidden="true">{shortMonth(month.month)}</span>
              </th>
              {columns.map(({ key, text, colour }) => (
                <td key={key}>
                  <span>{text(month[key])}</span>
                  <Bar share={month[key] / most(key)} colour={colour} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Bar = ({ share, colour }: { share: number; colour: string | undefined }) => (
  <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="8" className={classes.track} />
    <rect width={Math.round(1000 * share) / 10} height="8" className={colour} />
  </svg>
);
