import { VisuallyHidden } from '@mantine/core';
import type { ReportCase, ReportDecision } from '@minga/contract/administration/reports';
import {
  IconArrowBackUp,
  IconCalendar,
  IconCheck,
  IconExternalLink,
  IconEyeOff,
  IconMapPin,
  IconScale,
  IconTrash,
  IconUserOff,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Weave, WovenPicture } from '../../../components/brand/weave.tsx';
import { BusyButton } from '../../../components/busy-button.tsx';
import { clockTime, dayDate, longDate, shortDate } from '../../../lib/dates/dates.ts';
import { now, useNow } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { digits } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import {
  activitiesText,
  canUndo,
  decisionDone,
  decisionKey,
  decisionLabel,
  decisionsOf,
  isReview,
  reasonNames,
  recordText,
  reportsText,
  targetNames,
  targetState,
} from '../model.ts';
import { RowButton, StatusTag } from '../panel-table.tsx';
import classes from './reports.module.css';

interface Props {
  readonly reported: ReportCase;
  /** From 1 on, of `total` cases in the queue. */
  readonly position: number;
  readonly total: number;
  /** The tab key stops at this case. */
  readonly isFirstStop: boolean;
  readonly isBusy: boolean;
  readonly onDecide: (decision: ReportDecision) => void;
  readonly onUndo: () => void;
}

/** All that a decision takes, at one glance: the content, the reports, the author's history and an appeal. */
export function CaseCard({ reported, position, total, isFirstStop, isBusy, onDecide, onUndo }: Props) {
  const id = useId();
  const { target, status } = reported;
  return (
    <article
      data-case={`${target.type}-${target.id}`}
      aria-labelledby={id}
      aria-posinset={position}
      aria-setsize={total}
      aria-busy={isBusy || undefined}
      tabIndex={isFirstStop ? 0 : -1}
      className={`card stack gap-l ${classes.case}`}
    >
      <CaseTarget reported={reported} titleId={id} />
      <CaseReports reported={reported} />
      <CaseAuthor author={reported.author} />
      <CaseAppeal reported={reported} />
      <div className={classes.foot}>
        {status === 'open' ? (
          <CaseActionsRow reported={reported} isBusy={isBusy} onDecide={onDecide} />
        ) : (
          <CaseOutcome reported={reported} isBusy={isBusy} onUndo={onUndo} />
        )}
      </div>
    </article>
  );
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** The reported content: picture, title, place, date and the start of its text. */
function CaseTarget({ reported, titleId }: { readonly reported: ReportCase; readonly titleId: string }) {
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
        <p className={`cluster soft fine ${classes.kind}`}>
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
        <ul className={`cluster small ${classes.facts}`} aria-label="Datos">
          {date !== null && (
            <li className="row">
              <IconCalendar {...icon} />
              <span>{`${shortDate(date)}, ${clockTime(date)}`}</span>
            </li>
          )}
          {place !== '' && (
            <li className="row">
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

/** The reports by reason, and the texts of the latest. */
function CaseReports({ reported: { reports, reasons, latestReports } }: { readonly reported: ReportCase }) {
  const told = latestReports.filter(({ text }) => text !== '');
  return (
    <div className={`stack gap-s ${classes.part}`}>
      <h4 className="soft small strong">{reportsText(reports)}</h4>
      {reasons.length > 0 && (
        <ul className={`cluster ${classes.reasons}`} aria-label="Motivos">
          {reasons.map(({ reason, count }) => (
            <li key={reason} className={`small ${classes.chip}`}>
              <span>{`${reasonNames[reason]} `}</span>
              <strong>{digits(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      {told.length > 0 && (
        <ul className={`stack ${classes.texts}`} aria-label="Lo que cuentan">
          {told.map(({ reason, text, createdAt, hasAccount }) => (
            <li key={`${createdAt}-${text}`}>
              <q className={classes.quote}>{text}</q>
              <span className="soft fine">
                {`${reasonNames[reason]}${DOT}${hasAccount ? 'con cuenta' : 'sin cuenta'}${DOT}${timeAgo(createdAt, now())}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The author: age of the account, publications, earlier cases. */
const CaseAuthor = ({ author }: Pick<ReportCase, 'author'>) => (
  <div className={`stack gap-s ${classes.part}`}>
    <h4 className="soft small strong">Quién lo publicó</h4>
    {author === null ? (
      <p className="soft fine">Su cuenta ya no existe.</p>
    ) : (
      <>
        <p className={`cluster strong ${classes.author}`}>
          <bdi>{author.username}</bdi>
          {!author.isActive && <StatusTag tone="clay">Cuenta desactivada</StatusTag>}
        </p>
        <ul className={`stack small ${classes.record}`} aria-label="Su historia">
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

/** The author's appeal, or that a hidden memory was edited, with the decision that it is about. */
function CaseAppeal({ reported }: { readonly reported: ReportCase }) {
  const { appeal, decision, status } = reported;
  const isOpen = status === 'open';
  if (appeal === null && !(isOpen && isReview(reported))) return null;
  return (
    <div className={`stack gap-s ${classes.appeal}`}>
      <h4 className={`row small strong ${classes.appealName}`}>
        <IconScale size={18} aria-hidden />
        <span>{titleOf(reported)}</span>
      </h4>
      {appeal !== null && <q className={classes.quote}>{appeal.text}</q>}
      <p className={`fine ${classes.since}`}>{timeAgo(appeal?.at ?? reported.openedAt, now())}</p>
      {isOpen && decision !== null && (
        <p className={classes.decided}>
          <strong>{`${decisionDone(decision.decision, reported)} antes:`}</strong>
          <span>{` ${decision.note}`}</span>
        </p>
      )}
    </div>
  );
}

function titleOf({ appeal, status }: ReportCase): string {
  if (appeal === null) return 'La corrigieron después de que se ocultó';
  return status === 'open' ? 'Piden que se revise de nuevo' : 'Pidieron que se revisara de nuevo';
}

const icons: Readonly<Record<ReportDecision, ReactNode>> = {
  dismiss: <IconCheck {...icon} />,
  hide: <IconEyeOff {...icon} />,
  delete: <IconTrash {...icon} />,
  ban: <IconUserOff {...icon} />,
};

/** The decisions, each with its key. */
function CaseActionsRow({ reported, isBusy, onDecide }: Pick<Props, 'reported' | 'isBusy' | 'onDecide'>) {
  return (
    <div className={`cluster ${classes.actions}`}>
      {decisionsOf(reported).map(decision => {
        const label = decisionLabel(decision, reported);
        return (
          <BusyButton
            key={decision}
            size="sm"
            variant="default"
            className={classes[decision] ?? ''}
            isBusy={isBusy}
            busyLabel={label}
            aria-label={`${label}: ${reported.target.title}`}
            aria-keyshortcuts={decisionKey(decision, reported)}
            leftSection={icons[decision]}
            rightSection={<KeyHint name={decisionKey(decision, reported)} />}
            // The second click of a double click would hit the next case.
            onClick={({ detail }) => detail < 2 && onDecide(decision)}
          >
            {label}
          </BusyButton>
        );
      })}
    </div>
  );
}

/**
 * The key of a button, in sight where there is a keyboard. Generated content, because text would have to be part of the button's
 * accessible name (WCAG 2.5.3); `aria-keyshortcuts` has the key.
 */
const KeyHint = ({ name }: { readonly name: string }) => (
  <span className={`strong ${classes.key}`} data-key={name} aria-hidden />
);

/** The decision with note and admin; for ten minutes it can be undone. */
function CaseOutcome({ reported, isBusy, onUndo }: Pick<Props, 'reported' | 'isBusy' | 'onUndo'>) {
  const { decision, target, canUndoUntil } = reported;
  const isUndoable = useNow(moment => canUndo(reported, moment));
  if (decision === null) return null;
  return (
    <div className={`bar ${classes.outcome}`}>
      <div>
        <p className={classes.decided}>
          <strong>{decisionDone(decision.decision, reported)}</strong> por{' '}
          <bdi>{decision.by ?? 'una cuenta que ya no existe'}</bdi>
          <span>{`, ${longDate(decision.decidedAt)}`}</span>
        </p>
        {decision.note !== '' && <q className={classes.quote}>{decision.note}</q>}
        {decision.isSuperseded && (
          <p className="soft fine">Antes de los diez minutos se decidió otra cosa, y eso es lo que vale.</p>
        )}
      </div>
      {isUndoable && canUndoUntil !== null && (
        <div className={`cluster ${classes.undo}`}>
          <span className="soft fine">{`Hasta las ${clockTime(canUndoUntil)}`}</span>
          <RowButton
            icon={IconArrowBackUp}
            about={target.title}
            isBusy={isBusy}
            onClick={() => canUndo(reported, now()) && onUndo()}
          >
            Deshacer
          </RowButton>
          <KeyHint name="Z" />
        </div>
      )}
    </div>
  );
}
