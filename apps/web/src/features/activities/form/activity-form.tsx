import { Button, Group, Skeleton, Stack } from '@mantine/core';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import type { Scope } from '@minga/contract/series';
import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { BusyButton } from '../../../components/busy-button.tsx';
import { UnsavedChanges } from '../../../components/dialog/unsaved-changes.tsx';
import { UploadProgress, useUpload } from '../../../components/form/upload.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import { isPublicBeforeReview } from '../../../lib/is-public-before-review.ts';
import { ApiError } from '../../../lib/server/api.ts';
import { dismissToast, toastError, toastSuccess } from '../../../lib/toasts.ts';
import { outcomeText } from '../model.ts';
import {
  type ActivityDraft,
  activityDraftSchema,
  type DraftForm,
  type DraftValues,
  emptyDraft,
  toDraft,
} from './activity-draft.ts';
import { ActivityFields } from './activity-fields.tsx';
import { announcedChange, announcedText, announcementText } from './announced-change.ts';
import { DraftLine, draftName, useDeviceDraft, useDirtyRef } from './device-draft.tsx';
import classes from './form.module.css';
import type { OrganisersSlot } from './more-options.tsx';
import { fromPickerText } from './picked-date.ts';
import type { ActivitySubmission, SavedActivity } from './save-api.ts';

interface Props {
  /** The organiser, whose drafts the form stores. */
  authorId: string;
  /** The activity as of when the form was opened; null for a new one. */
  activity: WholeActivity | null;
  /** The collective of a new activity; '' for none. */
  collectiveId?: string | undefined;
  /** The initial values of a new activity that copies another one. */
  copy?: { readonly of: string; readonly draft: DraftValues } | undefined;
  mutation: UseMutationResult<SavedActivity, Error, ActivitySubmission>;
  /** The submit button, the same while busy, and the success toast; null if the next screen is the result. */
  labels: { save: string; saving: string; saved: string | null };
  /** Called before saving; false keeps the form open. */
  confirmReplace?: (() => Promise<boolean>) | undefined;
  /** Called before saving an occurrence of a series; null keeps the form open. */
  chooseScope?: ((draft: ActivityDraft) => Promise<Scope | null>) | undefined;
  /** Called when less is needed than people have claimed; true releases their claims. */
  confirmRelease?: ((sentence: string) => Promise<boolean>) | undefined;
  /** The field 'Colectivo'; without it the collective stays as it is. */
  organisers?: OrganisersSlot | undefined;
  /** Navigates away after saving. */
  onSaved: (activity: WholeActivity) => void;
  /** Navigates away without saving; by default to /tasks. */
  onCancel?: (() => void) | undefined;
}

/** The form of /add-task and /tasks/{id} (docs/rules.md R3.1). */
export function ActivityForm({
  authorId,
  activity,
  collectiveId = '',
  copy,
  mutation,
  labels,
  confirmReplace,
  chooseScope,
  confirmRelease,
  organisers,
  onSaved,
  onCancel,
}: Props) {
  const [schema] = useState(() => activityDraftSchema(activity));
  const form = useSchemaForm(
    schema,
    activity === null ? (copy?.draft ?? { ...emptyDraft, collectiveId }) : toDraft(activity),
  );
  // Without its state, which would render all of the form with each error and each line that is added.
  const { formState: _, ...methods } = form;
  const isDirty = useDirtyRef(form);
  // A ref, because the navigation follows in the same tick and state would not be updated for the blocker.
  const isSaved = useRef(false);
  const isUnsaved = () => isDirty.current && !isSaved.current;
  const isNew = activity === null;
  const started = copy ? `copy.${copy.of}` : `new${collectiveId && `.${collectiveId}`}`;
  const draft = useDeviceDraft(form, {
    name: draftName(authorId, activity?._id ?? started),
    version: activity?.updatedAt ?? null,
    isUnsaved,
  });
  const { save, upload, failure, notice } = useSaveActivity({
    mutation,
    savedText: labels.saved,
    edited: activity,
    confirmReplace,
    chooseScope,
    confirmRelease,
    onSaved: saved => {
      isSaved.current = true;
      draft.remove();
      onSaved(saved);
    },
  });
  /** A new activity stays a draft; the changes of an existing one would be taken for it the next time. */
  function isLost(): boolean {
    if (!isUnsaved()) return false;
    if (!isNew || !draft.keep()) return true;
    toastSuccess(KEPT);
    return false;
  }

  const { progress } = upload;
  return (
    <form noValidate className={classes.form} onSubmit={form.handleSubmit(save)}>
      <UnsavedChanges
        isUnsaved={isLost}
        isLostWithWindow={() => isUnsaved() && !draft.keep()}
        onDiscard={draft.remove}
      />
      {chooseScope && (
        <p className="soft">
          Es una de varias fechas: al guardar eliges si cambias solo esta o también las demás.
        </p>
      )}
      <DraftLine control={form.control} notice={draft.notice} isNew={isNew} onPress={draft.press} />
      <InertWhileSaving control={form.control}>
        <ActivityFields
          form={methods}
          currentImage={activity?.image ?? null}
          currentDate={activity?.date ?? null}
          organisers={organisers}
        />
      </InertWhileSaving>
      {progress !== null && <UploadProgress share={progress} what="la imagen" onCancel={upload.cancel} />}
      <MessageBox kind="info" message={notice} takesFocus />
      <MessageBox kind="error" message={failure} takesFocus />
      <ActivityFormButtons
        notice={activity !== null && <ChangeNotice control={form.control} activity={activity} />}
        control={form.control}
        label={labels.save}
        busyLabel={labels.saving}
        onCancel={onCancel}
      />
    </form>
  );
}

interface InertProps {
  readonly control: DraftForm['control'];
  readonly children: ReactNode;
}

/** Changes made while saving would be lost. It reads the state of the submission itself, so that the press does not render the fields. */
function InertWhileSaving({ control, children }: InertProps) {
  const { isSubmitting } = useFormState({ control });
  return <div inert={isSubmitting}>{children}</div>;
}

interface ActivityFormButtonsProps {
  control: DraftForm['control'];
  /** The notice above the buttons. They stay in view while the user changes a field far from them. */
  notice: ReactNode;
  /** The label of the submit button. */
  label: string;
  busyLabel: string;
  /** By default the button links to /tasks. */
  onCancel?: (() => void) | undefined;
}

function ActivityFormButtons({ control, notice, label, busyLabel, onCancel }: ActivityFormButtonsProps) {
  const { isSubmitting } = useFormState({ control });
  return (
    <Group className={classes.foot} justify="flex-end">
      {notice}
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
      ) : (
        <Button variant="default" renderRoot={props => <Link to="/tasks" {...props} />}>
          Cancelar
        </Button>
      )}
      <BusyButton type="submit" isBusy={isSubmitting} busyLabel={busyLabel}>
        {label}
      </BusyButton>
    </Group>
  );
}

/** The heights of the form's inputs. */
const HEIGHTS = { title: 46, description: 120, date: 46, place: 46, people: 46 };

export const ActivityFormSkeleton = ({ title }: { readonly title: string }) => (
  <>
    <PageHeading title={title} />
    <LoadingStatus text="Cargando actividad..." isHidden />
    <div className={classes.form} aria-hidden="true">
      <div className={classes.fields}>
        <div className={classes.words}>
          {Object.entries(HEIGHTS).map(([field, height]) => (
            <Stack key={field} gap="xs">
              <Skeleton height={18} width="30%" />
              <Skeleton height={height} />
            </Stack>
          ))}
        </div>
        <Skeleton height="auto" style={{ aspectRatio: '16 / 9' }} />
      </div>
    </div>
  </>
);

interface ChangeNoticeProps {
  readonly control: DraftForm['control'];
  readonly activity: Activity;
}

/** Says before saving that attendees will be told of another date or place. */
function ChangeNotice({ control, activity }: ChangeNoticeProps) {
  const [date, place] = useWatch({ control, name: ['date', 'place'] });
  const change = date === '' ? null : announcedChange(activity, { date: fromPickerText(date), place });
  return (
    <p role="status" className={`small ${classes.change}`}>
      {change !== null && announcementText(change, activity, isPublicBeforeReview())}
    </p>
  );
}

const FAILED = 'Error al guardar la actividad. Por favor intenta de nuevo.';
const KEPT = 'Lo que escribiste queda en este dispositivo.';
const HELD = 'Guardada: la publicaremos cuando la revisemos';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste sigue aquí.';

interface Options {
  mutation: UseMutationResult<SavedActivity, Error, ActivitySubmission>;
  /** The text of the success toast; null if there is none. */
  savedText: string | null;
  /** The activity as it was opened; null: it is new. */
  edited: WholeActivity | null;
  /** Called before saving; false keeps the form open. */
  confirmReplace: (() => Promise<boolean>) | undefined;
  /** Called before saving an occurrence of a series; null keeps the form open. */
  chooseScope: ((draft: ActivityDraft) => Promise<Scope | null>) | undefined;
  /** Called with the server's sentence when less is needed than people have claimed; true releases their claims. */
  confirmRelease: ((sentence: string) => Promise<boolean>) | undefined;
  /** Navigates away after saving. */
  onSaved: (activity: WholeActivity) => void;
}

/** Saves an activity's form: upload and messages. */
function useSaveActivity({ mutation, savedText, edited, onSaved, ...questions }: Options) {
  const { confirmReplace, chooseScope, confirmRelease } = questions;
  const upload = useUpload();
  const failure = useTimedMessage();
  const notice = useTimedMessage();
  // A success dismisses the toasts of earlier errors, so that the two do not contradict each other.
  const errorToasts = useRef<number[]>([]);

  // Awaited instead of using mutate callbacks, which React Query skips once the form is unmounted.
  async function save(draft: ActivityDraft) {
    for (const { clear } of [failure, notice]) clear();
    if (confirmReplace && !(await confirmReplace())) return;
    const scope = chooseScope ? await chooseScope(draft) : 'one';
    if (scope !== null) await send(draft, scope, false);
  }

  async function send(draft: ActivityDraft, scope: Scope, releaseClaims: boolean) {
    try {
      const started = upload.start(draft.image instanceof File);
      const { activity, outcome } = await mutation.mutateAsync({ draft, scope, releaseClaims, ...started });
      for (const id of errorToasts.current.splice(0)) dismissToast(id);
      const text = outcome === null ? savedText : outcomeText(outcome);
      const isTold =
        edited !== null && announcedChange(edited, { ...draft, date: new Date(draft.date) }) !== null;
      const told = isTold ? `${text}. ${announcedText(isPublicBeforeReview())}` : text;
      if (told !== null) toastSuccess(activity.isHeld ? HELD : told);
      onSaved(activity);
    } catch (error) {
      upload.end();
      if (upload.isCancelled()) return notice.show(CANCELLED, { stays: true });
      // The session guard redirects to /login, which explains why.
      if (error instanceof ApiError && error.status === 401) return;
      if (confirmRelease && error instanceof ApiError && error.code === 'NEED_TAKEN') {
        if (await confirmRelease(error.messages.join(' '))) await send(draft, scope, true);
        return;
      }
      errorToasts.current.push(toastError(FAILED));
      failure.show(errorSentences(error, FAILED), { stays: true });
    }
  }

  return { save, upload, failure: failure.message, notice: notice.message };
}
