import type { Activity } from '@minga/contract/activities';
import { IconRepeat } from '@tabler/icons-react';
import { seriesText } from '../series-text.ts';
import classes from './series-line.module.css';

/** 'Cada sábado · quedan 11 fechas', for an occurrence of a series. */
export const SeriesLine = ({ series }: Pick<Activity, 'series'>) =>
  series !== null && (
    <p className={classes.line}>
      <IconRepeat size={20} aria-hidden />
      <span>{seriesText(series)}</span>
    </p>
  );
