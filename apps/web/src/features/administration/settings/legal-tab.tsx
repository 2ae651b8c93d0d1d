import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import {
  getManagedLegalText,
  LEGAL_TEXT_MAX,
  type LegalKind,
  legalKinds,
  type ManagedLegalText,
  writeLegalText,
} from '@minga/contract/legal';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { UnsavedChanges } from '../../../components/dialog/unsaved-changes.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { GrowingTextarea } from '../../../components/form/growing-textarea.tsx';
import { textDraft, useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { LegalLink } from '../../../components/legal-link.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { call } from '../../../lib/server/api.ts';
import { query } from '../../../lib/server/queries.ts';
import { siteName } from '../../../lib/site-name.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { content } from '../api.ts';
import dashboardClasses from '../dashboard.module.css';
import { Loaded } from '../errors.tsx';
import classes from '../tabs.module.css';

const names: Record<LegalKind, string> = {
  privacy: 'Política de datos',
  terms: 'Términos de uso',
};

const legalText = (kind: LegalKind) => ({
  ...query(getManagedLegalText, { params: { kind } }),
  ...content,
  // A draft must not be compared with another text.
  refetchOnWindowFocus: false,
});

/** Stores a text; null: Minga's again. */
function useWriteLegalText(kind: LegalKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string | null) => call(writeLegalText, { params: { kind }, body: { text } }),
    onSuccess: written => queryClient.setQueryData(legalText(kind).queryKey, written),
  });
}

/** 'Textos legales': the two texts, to read and change. `userId` is the superadmin, whose draft the editor stores. */
export function LegalTab({ userId }: { userId: string }) {
  const [kind, setKind] = useState<LegalKind>('privacy');
  const [isUnsaved, setUnsaved] = useState(false);
  /** The text to which a user with unsaved changes wants to go. */
  const [next, setNext] = useState<LegalKind | null>(null);
  function change(to: LegalKind) {
    setUnsaved(false);
    setNext(null);
    setKind(to);
  }
  return (
    <>
      <Tabs
        unstyled
        id="textos"
        value={kind}
        onChange={to => (isUnsaved ? setNext(to as LegalKind) : change(to as LegalKind))}
        activateTabWithKeyboard={false}
        keepMounted={false}
      >
        <Tabs.List aria-label="Textos legales" className={dashboardClasses.tabs}>
          {legalKinds.map(each => (
            <Tabs.Tab key={each} value={each} className={dashboardClasses.tab}>
              {names[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel key={kind} value={kind} tabIndex={-1} className={dashboardClasses.panel}>
          <OneText userId={userId} kind={kind} onUnsaved={setUnsaved} />
        </Tabs.Panel>
      </Tabs>
      <ConfirmDialog
        isOpen={next !== null}
        title="¿Salir sin guardar?"
        confirmLabel="Salir sin guardar"
        cancelLabel="Seguir editando"
        onConfirm={() => change(next ?? kind)}
        onCancel={() => setNext(null)}
      >
        Lo que escribiste en este texto se perderá.
      </ConfirmDialog>
    </>
  );
}

interface OneTextProps {
  readonly userId: string;
  readonly kind: LegalKind;
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

function OneText({ userId, kind, onUnsaved }: OneTextProps) {
  return (
    <Loaded
      query={useQuery(legalText(kind))}
      fallback="Error al traer el texto"
      errorText="No pudimos traer el texto."
      loading={<LoadingStatus text="Trayendo el texto…" />}
    >
      {legal => (
        <LegalEditor
          key={legal.updatedAt}
          draftName={`legal.${userId}.${kind}`}
          legal={legal}
          name={names[kind]}
          onUnsaved={onUnsaved}
        />
      )}
    </Loaded>
  );
}

// The parser of Markdown is loaded for the preview only.
const MarkdownText = lazy(() =>
  import('../../../components/markdown-text.tsx').then(module => ({ default: module.MarkdownText })),
);

const pages = { privacy: 'privacidad', terms: 'terminos' } as const satisfies Record<LegalKind, string>;

interface Props {
  /** The name under which the text survives the end of the session. */
  readonly draftName: string;
  readonly legal: ManagedLegalText;
  readonly name: string;
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

/** Edits one of the legal texts, with a preview. Starts again with each stored text. */
function LegalEditor({ draftName, legal, name, onUnsaved }: Props) {
  const form = useSchemaForm(textDraft, { text: legal.text });
  const { restored } = useFormDraft(form, { name: draftName, schema: textDraft });
  const { text = '' } = useWatch({ control: form.control });
  const [isPreview, setPreview] = useState(false);
  const write = useWriteLegalText(legal.kind);
  const publishDialog = useLazyDialog();
  const resetDialog = useLazyDialog();
  const isChanged = text !== legal.text;
  useEffect(() => onUnsaved(isChanged), [onUnsaved, isChanged]);

  /** Resolves with the error of a dialog that stays open. */
  async function store(written: string | null, success: string, fallback: string, close: () => void) {
    try {
      await write.mutateAsync(written);
      toastSuccess(success);
      close();
    } catch (error) {
      return errorText(error, fallback);
    }
  }
  const publish = () => store(text, 'Publicamos el texto', 'No pudimos guardar', publishDialog.close);
  /** Stores that the default text was read and is used. */
  async function accept() {
    const error = await store(null, 'Se usa el texto como está', 'No pudimos guardar', () => undefined);
    if (error !== undefined) toastError(error);
  }
  const reset = () =>
    store(
      null,
      `Volvió el texto de ${siteName}`,
      `No pudimos volver al texto de ${siteName}`,
      resetDialog.close,
    );

  return (
    <Stack gap="md">
      <UnsavedChanges isUnsaved={() => isChanged} />
      <MessageBox kind="info" message={restored} />
      <Text c="dimmed">
        <span>{`${changeText(legal)} `}</span>
        <LegalLink to={pages[legal.kind]}>Ver la página</LegalLink>
      </Text>
      <GrowingTextarea
        label={name}
        minRows={12}
        maxRows={24}
        {...form.register('text')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        description={
          <>
            <span>
              {'Con «## » empieza un título, con «- » una lista, y entre dos asteriscos va lo importante. '}
            </span>
            <CharacterCount text={text} max={LEGAL_TEXT_MAX} />
          </>
        }
      />
      <Group gap="sm">
        <Button onClick={publishDialog.open} disabled={!isChanged}>
          Publicar
        </Button>
        <Button variant="default" aria-expanded={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? 'Ocultar vista previa' : 'Vista previa'}
        </Button>
        {legal.updatedAt === null && (
          <BusyButton
            variant="default"
            isBusy={write.isPending}
            busyLabel="Guardando…"
            disabled={isChanged}
            onClick={() => void accept()}
          >
            Usar el texto como está
          </BusyButton>
        )}
        {!legal.isDefault && (
          <Button variant="default" color="clay" onClick={resetDialog.open}>
            {`Volver al texto de ${siteName}`}
          </Button>
        )}
      </Group>
      {isPreview && (
        <section aria-label="Vista previa" className={`card ${classes.preview}`}>
          <Suspense fallback={<LoadingStatus text="Preparando la vista previa…" />}>
            <MarkdownText text={text} />
          </Suspense>
        </section>
      )}
      <ConfirmDialog
        isOpen={publishDialog.isOpen}
        title="¿Publicar este texto?"
        confirmLabel="Publicar"
        busyLabel="Publicando…"
        isBusy={write.isPending}
        color={legal.isDefault ? 'forest' : 'clay'}
        onConfirm={publish}
        onCancel={publishDialog.close}
      >
        {legal.isDefault ? (
          <p>{`Reemplaza el texto de ${siteName} que hoy se lee en «${name}». Puedes volver a él cuando quieras.`}</p>
        ) : (
          <p>
            <span>{`Reemplaza el texto que hoy se lee en «${name}». ${siteName} no guarda los textos anteriores: si lo quieres conservar, cópialo antes de `}</span>
            <LegalLink to={pages[legal.kind]}>su página</LegalLink>.
          </p>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={resetDialog.isOpen}
        title={`¿Volver al texto de ${siteName}?`}
        confirmLabel={`Volver al texto de ${siteName}`}
        busyLabel="Volviendo…"
        isBusy={write.isPending}
        onConfirm={reset}
        onCancel={resetDialog.close}
      >
        {`El texto que escribiste se borra y se publica el de ${siteName}, con los datos de este sitio.`}
      </ConfirmDialog>
    </Stack>
  );
}

function changeText({ isDefault, updatedAt, updatedBy }: ManagedLegalText): string {
  const whose = isDefault
    ? `Es el texto de ${siteName}, con los datos de este sitio.`
    : 'Es un texto propio.';
  if (updatedAt === null) return `${whose} Complétalo con el nombre y la dirección de quien responde.`;
  return `${whose} Último cambio: ${longDate(updatedAt)}, por ${updatedBy ?? 'una cuenta que ya no existe'}.`;
}
