import { VisuallyHidden } from '@mantine/core';
import type { ReportCase } from '@minga/contract/administration/reports';
import { IconCalendar, IconExternalLink, IconMapPin } from '@tabler/icons-react';
import { Weave } from '../../../../components/weave.tsx';
import { WovenPicture } from '../../../../components/woven-picture.tsx';
import { clockTime, shortDate } from '../../../../lib/dates.ts';
import { targetNames, targetState } from '../../case-words.ts';
import { StatusTag } from '../lists/status-tag.tsx';
import classes from './case-target.module.css';

interface Props {
  readonly reported: ReportCase;
  /** The heading's id. */
  readonly titleId: string;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** The reported content: picture, title, place, date and the start of its text. */
export function CaseTarget({ reported, titleId }: Props) {
  const { type, id, title, text, place, date, path, image, picture } = reported.target;
  const state = targetState(reported);
  return (
    <div className={classes.target}>
      <div className={classes.picture}>
        {image === null ? (
          // Too small for the words that say that there is no picture.
          <div className={classes.weave}>
            <Weave seed={id} />
          </div>
        ) : (
          <WovenPicture of={{ _id: id, title, image, picture }} sizes="10rem" />
        )}
      </div>
      <div className={classes.words}>
        <p className={classes.kind}>
          <span>{targetNames[type]}</span>
          {state !== undefined && <StatusTag tone="plain">{state}</StatusTag>}
        </p>
        <h3 id={titleId} className={classes.title}>
          {path === null ? (
            title
          ) : (
            <a href={path} target="_blank" rel="noopener" className={classes.link}>
              <span>{title}</span>
              <IconExternalLink size={16} aria-hidden />
              <VisuallyHidden component="span">, en otra pestaña</VisuallyHidden>
            </a>
          )}
        </h3>
        <ul className={classes.facts} aria-label="Datos">
          {date !== null && (
            <li>
              <IconCalendar {...icon} />
              <span>{`${shortDate(date)}, ${clockTime(date)}`}</span>
            </li>
          )}
          {place !== '' && (
            <li>
              <IconMapPin {...icon} />
              <span>{place}</span>
            </li>
          )}
        </ul>
      </div>
      {text !== '' && <p className={classes.text}>{text}</p>}
    </div>
  );
}
