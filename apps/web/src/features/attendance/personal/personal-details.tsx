import { Button, Stack, Text } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { phaseOf, STARTED } from '@minga/contract/activity-phase';
import { locationRows } from '@minga/contract/location-texts';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import type { Answer, Question } from '@minga/contract/questions';
import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { CalendarLink } from '../../../components/calendar-link.tsx';
import { ChatButton } from '../../../components/chat-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { useFocusRecovery } from '../../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { EventWhen } from '../../../components/event-when.tsx';
import { LocationFacts } from '../../../components/location-facts.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { answerTexts } from '../../../lib/attendance/answer-texts.ts';
import { codeVisibility } from '../../../lib/attendance/code-visibility.ts';
import { NO_COMPANIONS } from '../../../lib/attendance/companion-choices.ts';
import { isAfterToday } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { isUnanswered } from '../../../lib/errors/is-unanswered.ts';
import { ArrivedNotice } from '../arrived-notice.tsx';
import { AttendingNotice } from '../attending-notice.tsx';
import { type CancelOutcome, useCancelByLink } from './personal-api.ts';
import classes from './personal-attendance.module.css';

// Only for activities with places, companions or needs, or that ask again.
const PersonalPlace = lazy(() =>
  import('./personal-place.tsx').then(module => ({ default: module.PersonalPlace })),
);

// Only for activities whose door can still read the code.
const PersonalCode = lazy(() =>
  import('./personal-code.tsx').then(module => ({ default: module.PersonalCode })),
);

interface Props {
  readonly attendance: PersonalAttendance;
  readonly token: string;
  readonly onCancelled: (how: CancelOutcome) => void;
}

/** The activity of a personal link, with the button that cancels the attendance; `children`: what follows the activity. */
export function PersonalDetails({
  attendance,
  token,
  onCancelled,
  children,
}: Props & { readonly children: ReactNode }) {
  const { task, isPublic, status, companions, code, checkedInAt } = attendance;
  // The answer to an offer replaces its buttons.
  const state = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(state, useFocusRecovery(state));
  const isConfirmed = status === 'confirmed';
  const hasArrived = checkedInAt !== null;
  const phase = phaseOf(task, now());
  const hasStarted = phase !== 'upcoming';
  const isAnswerable = !hasArrived && (attendance.isAdded === true || isUnanswered(attendance));
  const hasControls =
    !isConfirmed || task.companionsMax > 0 || companions > 0 || task.needs.length > 0 || isAnswerable;
  const hasCode = isPublic && code !== null && codeVisibility(task, now()) !== 'gone';
  // A question that was asked by e-mail stands before the code, until the day of the activity.
  const asksFirst = isAnswerable && isAfterToday(task.date, now());
  const cancelling = !hasStarted && !hasArrived && status !== 'offered' && (
    <CancelButton attendance={attendance} token={token} onCancelled={onCancelled} />
  );
  const ownCode = hasCode && (
    <Stack gap="sm" className={classes.code}>
      {checkedInAt === null ? (
        <Suspense fallback={<div className={`card ${classes.pending}`} />}>
          <PersonalCode attendance={{ ...attendance, code }} />
        </Suspense>
      ) : (
        // Not with the code, which loads late: what it pushed down was pressed in vain.
        <ArrivedNotice checkedInAt={checkedInAt} />
      )}
      {cancelling}
    </Stack>
  );
  return (
    <>
      <div className={hasCode ? classes.head : undefined}>
        <PageHeading
          title={task.title}
          windowTitle="Tu asistencia"
          lead={personalLead(attendance, hasCode, now())}
        />
      </div>
      {!asksFirst && ownCode}
      {!hasStarted && (hasControls || !hasArrived) && (
        <Stack ref={ref} gap="sm" tabIndex={-1} className={classes.state}>
          {isPublic && isConfirmed && !hasArrived && <AttendingNotice hasPlace={false} />}
          {hasControls && (
            <Suspense>
              <PersonalPlace
                attendance={attendance}
                token={token}
                onDeclined={() => onCancelled('declined')}
                onCancelled={() => onCancelled('cancelled')}
              />
            </Suspense>
          )}
          {isConfirmed && !hasArrived && task.companionsMax === 0 && companions === 0 && (
            <p className="soft small">{NO_COMPANIONS}</p>
          )}
        </Stack>
      )}
      {asksFirst && ownCode}
      {children}
      <div className={classes.facts}>
        {/* The code says it too: each date of a series has one of its own. */}
        {(!hasCode || hasArrived) && <EventWhen date={task.date} endDate={task.endDate} />}
        <p className={`row gap-m ${classes.place}`}>
          <IconMapPin size={22} aria-hidden />
          <span>{task.place || 'Lugar por confirmar'}</span>
        </p>
        <LocationFacts location={task.location} rows={locationRows(task)} />
      </div>
      <OwnAnswers questions={task.questions} answers={attendance.answers} />
      <Stack gap="sm">
        {phase !== 'past' && <ChatButton url={task.chatUrl} />}
        {isPublic && phase !== 'past' && isConfirmed && <CalendarLink activityId={task._id} />}
        {isPublic && (
          <Button
            variant="default"
            renderRoot={props => <Link to="/actividades/$id" params={{ id: task._id }} {...props} />}
          >
            Ver la actividad
          </Button>
        )}
        {!isPublic && <Text c="dimmed">La actividad ya no está publicada.</Text>}
        {!hasCode && cancelling}
      </Stack>
    </>
  );
}

function CancelButton({ attendance, token, onCancelled }: Omit<Props, 'hours'>) {
  const cancel = useCancelByLink(token);
  const { isOpen, open, close } = useLazyDialog();
  const isConfirmed = attendance.status === 'confirmed';

  async function send(): Promise<string | undefined> {
    try {
      onCancelled(await cancel.mutateAsync(attendance));
    } catch (error) {
      return errorText(error, 'Error al cancelar asistencia');
    }
  }

  return (
    <>
      <Button variant="default" onClick={open}>
        {isConfirmed ? 'Cancelar Asistencia' : 'Salir de la lista de espera'}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={isConfirmed ? '¿Cancelar asistencia?' : '¿Salir de la lista de espera?'}
        cancelLabel="No"
        confirmLabel={isConfirmed ? 'Sí, cancelar' : 'Sí, salir'}
        busyLabel="Cancelando..."
        isBusy={cancel.isPending}
        onConfirm={send}
        onCancel={close}
      >
        <Text>{`Ya no aparecerás en la lista de «${attendance.task.title}».`}</Text>
      </ConfirmDialog>
    </>
  );
}

interface OwnAnswersProps {
  readonly questions: readonly Question[];
  readonly answers: readonly Answer[];
}

/** What the person answered to the organiser's questions; nothing if there are no answers. */
function OwnAnswers({ questions, answers }: OwnAnswersProps) {
  if (answers.length === 0) return null;
  const texts = answerTexts(questions, answers);
  return (
    <section aria-labelledby="own-answers">
      <h2 id="own-answers" className={classes.title}>
        Tus respuestas
      </h2>
      <dl className={`stack ${classes.answers}`}>
        {questions.map(({ _id, label }, index) =>
          texts[index] === '' ? null : (
            <div key={_id}>
              <dt>{label}</dt>
              <dd>{texts[index]}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

type Own = Pick<PersonalAttendance, 'name' | 'email' | 'isPublic' | 'status' | 'checkedInAt'> & {
  readonly task: Pick<PersonalAttendance['task'], 'date' | 'endDate'>;
};

/** The sentence below the title of a personal link's page. `hasCode`: the door can still read the code, which the page shows. */
export function personalLead(own: Own, hasCode: boolean, now: Date): string {
  return `${own.name}, ${own.checkedInAt === null ? standingText(own, hasCode, now) : '¡gracias por venir!'}`;
}

function standingText({ email, isPublic, status, task }: Own, hasCode: boolean, now: Date): string {
  const phase = phaseOf(task, now);
  if (phase !== 'upcoming') {
    const started = STARTED[phase].replace(/^E/, 'e');
    if (status !== 'confirmed') return `${started} y no se liberó un cupo.`;
    if (phase === 'ongoing') return isPublic ? `${started}. ¡Te esperamos!` : `${started}.`;
    return hasCode
      ? `${started}. Si fuiste y no registraron tu llegada, muestra tu código.`
      : `${started}. ¡Gracias por haber estado!`;
  }
  // Rejected since.
  if (!isPublic) return 'estás en la lista de esta actividad.';
  if (status === 'offered') return 'se liberó un cupo para ti: dinos si vienes.';
  if (status === 'confirmed') return 'te esperamos.';
  return email === ''
    ? 'vuelve a abrir este enlace para ver si se liberó un cupo.'
    : 'te avisamos por correo si se libera un cupo.';
}
