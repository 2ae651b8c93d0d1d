import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { onPendingReload } from '../../../lib/server/pending-reload.ts';
import { onSessionLoss } from '../../../lib/server/query-client.ts';
import { deviceDraft } from '../../../lib/storage/device-drafts.ts';
import { takeStoredValues } from '../../../lib/storage/stored-values.ts';
import { type DraftForm, type DraftValues, storedValues } from './activity-draft.ts';
import classes from './form.module.css';

/** Typing pauses as long before its text is stored. */
const PAUSE_MS = 300;

interface Options {
  /** Identifies the form and its user (`draftName`). */
  name: string;
  /** The version of the edited activity; null for a new one. */
  version: string | null;
  isUnsaved: () => boolean;
}

type Stored = Partial<DraftValues>;

/** The line above the form, with a button that replaces what the form contains. */
export interface DraftNotice {
  readonly kind: 'restored' | 'outdated' | 'discarded';
  readonly isPictureLost?: boolean;
  /** The values that the button puts into the form. */
  readonly values: DraftValues;
}

/**
 * Stores each change of the activity's form on this device, with its picture, and restores it when the same user opens the same
 * form again: after a reload, a killed tab or some days (docs/decisions/0092-drafts-on-the-device.md). A draft of an activity that has
 * changed since is only offered.
 */
export function useDeviceDraft(form: DraftForm, { name, version, isUnsaved }: Options) {
  const [draft] = useState(() => deviceDraft(name, storedValues));
  const [initial] = useState(() => form.getValues());
  const [notice, setNotice] = useState<DraftNotice | null>(null);
  const timer = useRef<number>(undefined);
  // Until the picture is read, writing would delete it.
  const isReading = useRef(false);

  const isStored = useRef(false);
  const scheduledImage = useRef(initial.image);

  const write = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (isReading.current) return;
    if (!isUnsaved()) {
      isStored.current = false;
      draft.remove();
      return;
    }
    const values = form.getValues();
    const picture = values.image instanceof File ? values.image : null;
    isStored.current = draft.write(values, picture, version);
  });
  // Only what is not written yet: since then another tab may have written its draft, or deleted all at a sign-out.
  const flush = useEffectEvent(() => {
    if (timer.current !== undefined) write();
  });
  const schedule = useEffectEvent(() => {
    clearTimeout(timer.current);
    const image = form.getValues('image');
    // A picture takes a moment to be stored, which a page that is being left may not have.
    timer.current = window.setTimeout(write, image === scheduledImage.current ? PAUSE_MS : 0);
    scheduledImage.current = image;
  });

  // Compared with the initial values, so that the form counts as unsaved.
  const put = (values: DraftValues) => form.reset(values, { keepDefaultValues: true });

  const restore = useEffectEvent(async () => {
    // A release of November 2026 stored drafts in the tab when it was replaced.
    const former = takeStoredValues(name, storedValues);
    const stored = former === null ? draft.read() : { values: former, version };
    if (stored === null) return;
    const { image, ...texts } = withoutGaps(stored.values);
    const values = { ...initial, ...texts, ...(image !== undefined && { image }) };
    const isOutdated = stored.version !== version;
    if (!isOutdated) put(values);
    isStored.current = !isOutdated;
    isReading.current = true;
    const picture = image === undefined ? await draft.readPicture() : null;
    isReading.current = false;
    const whole = picture === null ? values : { ...values, image: picture };
    const isPictureLost = image === undefined && picture === null;
    if (isOutdated) return setNotice({ kind: 'outdated', isPictureLost, values: whole });
    if (picture !== null) form.setValue('image', picture, { shouldDirty: true });
    setNotice({ kind: 'restored', isPictureLost, values: initial });
    schedule();
  });

  useEffect(() => {
    void restore();
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: schedule });
    const flushHidden = () => document.visibilityState === 'hidden' && flush();
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushHidden);
    document.addEventListener('scroll', rewind, true);
    const subscriptions = [onSessionLoss(flush), onPendingReload(flush)];
    return () => {
      clearTimeout(timer.current);
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushHidden);
      document.removeEventListener('scroll', rewind, true);
      for (const end of [unsubscribe, ...subscriptions]) end();
    };
  }, [form.subscribe]);

  function press({ kind, values }: DraftNotice): void {
    const replaced = form.getValues();
    put(values);
    setNotice(
      kind === 'restored' ? { kind: 'discarded', values: replaced } : { kind: 'restored', values: initial },
    );
  }

  return {
    notice,
    press,
    /** Stores what is typed, before the form is left. Returns whether it is stored. */
    keep: (): boolean => {
      flush();
      return isStored.current;
    },
    /** After saving, or if the user leaves without. */
    remove: () => {
      clearTimeout(timer.current);
      draft.remove();
    },
  };
}

/**
 * Shows the beginning of a text. Chromium scrolls the field that had the focus before a reload to the end of its restored text, where
 * the ellipsis leaves little of it, or nothing.
 */
function rewind({ target }: Event): void {
  if (target instanceof HTMLInputElement && target !== document.activeElement) target.scrollLeft = 0;
}

/** Whether something was typed. Not as state of the form, which the first key would render with all of its lines. */
export function useDirtyRef({ subscribe }: DraftForm): RefObject<boolean> {
  const isDirty = useRef(false);
  useEffect(
    () =>
      subscribe({
        formState: { isDirty: true },
        callback: state => {
          isDirty.current = state.isDirty ?? false;
        },
      }),
    [subscribe],
  );
  return isDirty;
}

/** A field that the stored draft lacks keeps its initial value; a missing picture was a file. */
const withoutGaps = (values: Stored): Stored =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The name of a draft; `form` is the activity's id, or what is new. Each copied activity and each collective has a draft of its own. */
export const draftName = (authorId: string, form: string): string => `${authorId}.${form}`;

const TEXTS = {
  restored: 'Recuperamos lo que habías escrito.',
  outdated:
    'Tenías cambios sin guardar, y después la actividad cambió. Te mostramos lo último que se guardó.',
  discarded: 'Quitamos lo que habías escrito.',
};

interface LineProps {
  control: DraftForm['control'];
  notice: DraftNotice | null;
  isNew: boolean;
  onPress: (notice: DraftNotice) => void;
}

export function DraftLine({ control, notice, isNew, onPress }: LineProps) {
  const { isDirty } = useFormState({ control });
  const labels = {
    restored: isNew ? 'Empezar de cero' : 'Descartar estos cambios',
    outdated: 'Usar lo que escribí',
    discarded: 'Deshacer',
  };
  // Once something is typed the discarded draft is no longer offered.
  const isShown = notice !== null && !(notice.kind === 'discarded' && isDirty);
  return (
    <div role="status" className={isShown ? `bar ${classes.draft}` : 'unseen'}>
      {isShown && (
        <>
          <p className={classes.draftText}>
            <IconHistory size={22} aria-hidden />
            <span>
              {[TEXTS[notice.kind], notice.isPictureLost && 'Elige otra vez la imagen.']
                .filter(Boolean)
                .join(' ')}
            </span>
          </p>
          <Button variant="subtle" size="sm" ml="auto" onClick={() => onPress(notice)}>
            {labels[notice.kind]}
          </Button>
        </>
      )}
    </div>
  );
}
