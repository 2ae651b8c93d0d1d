import type { ReportCase } from '@minga/contract/administration/reports';
import { dayDate } from '../../../../lib/dates.ts';
import { activitiesText, recordText } from '../../case-words.ts';
import { StatusTag } from '../lists/status-tag.tsx';
import classes from './case-details.module.css';

/** The author: age of the account, publications, earlier cases. */
export const CaseAuthor = ({ author }: Pick<ReportCase, 'author'>) => (
  <div className={classes.part}>
    <h4 className={classes.name}>Quién lo publicó</h4>
    {author === null ? (
      <p className={classes.detail}>Su cuenta ya no existe.</p>
    ) : (
      <>
        <p className={classes.author}>
          <bdi>{author.username}</bdi>
          {!author.isActive && <StatusTag tone="clay">Cuenta desactivada</StatusTag>}
        </p>
        <ul className={classes.record} aria-label="Su historia">
          <li>{`Con cuenta desde el ${dayDate(author.createdAt)}`}</li>
          <li>{activitiesText(author.activities)}</li>
          <li data-warns={author.casesAgainst > 0 || undefined}>
            {recordText(author.casesAgainst, author.casesDismissed)}
          </li>
        </ul>
      </>
    )}
  </div>
);
