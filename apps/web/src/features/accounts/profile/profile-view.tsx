import { Button, NativeSelect, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core';
import { type Profile, profileFields } from '@minga/contract/profile';
import type { User } from '@minga/contract/session';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type MouseEvent, type ReactNode, useRef } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { UnsavedChanges } from '../../../components/dialog/unsaved-changes.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { fieldProps } from '../../../components/form/field-props.ts';
import { LazyFold } from '../../../components/form/fold.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { SectionError } from '../../../components/page/page-section.tsx';
import sectionClasses from '../../../components/page/section.module.css';
import { siteName } from '../../../lib/site-name.ts';
import { sessionsQuery } from '../password-api.ts';
import { profileQuery, useUpdateProfile } from '../profile-api.ts';
import { DeletionSection } from './deletion-section.tsx';
import { DownloadButton } from './download-button.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import classes from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';
import { type SectionId, sectionIds, sectionTitles } from './sections.ts';
import { SecuritySection } from './security-section.tsx';
import { SessionList } from './session-list.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

interface Props {
  onDeleted: () => void;
}

/** /profile, with its sections ordered from the most to the least often used. */
export function ProfileView({ onDeleted }: Props) {
  const { data, error, refetch } = useQuery(profileQuery);
  return (
    <>
      <PageHeading
        title="Mi perfil"
        lead={`Tus datos, cómo entras a ${siteName} y lo que guardamos de ti.`}
        action={
          <Button variant="default" renderRoot={props => <Link to="/mis-horas" {...props} />}>
            Mis horas
          </Button>
        }
      />
      {data !== undefined && <Sections profile={data} onDeleted={onDeleted} />}
      {data === undefined && error && <ErrorPanel error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <ProfileSkeleton />}
    </>
  );
}

const Sections = ({ profile, onDeleted }: Props & { profile: Profile }) => (
  <div className={classes.layout}>
    <SectionIndex />
    <div className="stack gap-xl">
      <ProfileSection id="datos">
        <OwnDataForm user={profile.user} />
      </ProfileSection>
      <EmailSection user={profile.user} pendingEmail={profile.pendingEmail} />
      <PasswordSection user={profile.user} />
      <SecuritySection />
      <ProfileSection
        id="avisos"
        lead="De qué quieres enterarte, y si por correo, en la campana o en tus dispositivos."
      >
        <div>
          <Button
            variant="default"
            renderRoot={props => <Link to="/tasks/notificaciones" hash="avisos" {...props} />}
          >
            Elegir mis avisos
          </Button>
        </div>
      </ProfileSection>
      <ProfileSection
        id="calendario"
        lead="A qué vas y qué organizas, en el calendario de tu celular o computador: lo nuevo llega solo y lo que cambia se actualiza."
      >
        <CalendarFold />
      </ProfileSection>
      <SessionsSection />
      <ProfileSection
        id="tokens"
        lead={`Para quienes escriben programas: con un token, un programa usa ${siteName} en tu nombre, menos tu perfil y la administración.`}
      >
        <TokensFold />
      </ProfileSection>
      <ProfileSection
        id="archivo"
        lead={`Todo lo que ${siteName} guarda de ti, en un archivo JSON: cuenta, sesiones, llaves de acceso, tokens, actividades, asistencias, horas y constancias, recordatorios, búsquedas guardadas y avisos.`}
      >
        <DownloadButton label="Descargar mis datos" />
      </ProfileSection>
      <DeletionSection profile={profile} onDeleted={onDeleted} />
    </div>
  </div>
);

const ProfileSkeleton = () => (
  <>
    <LoadingStatus text="Cargando tu perfil…" isHidden />
    <div className={classes.layout} aria-hidden="true">
      <div className={classes.indexSkeleton}>
        <Skeleton height={20} width="60%" />
        <Skeleton height={20} width="80%" />
        <Skeleton height={20} width="70%" />
      </div>
      <div className="stack gap-xl">
        <Card>
          <Skeleton height={46} />
          <Skeleton height={46} />
          <Skeleton height={46} />
        </Card>
        <Card>
          <Skeleton height={20} />
        </Card>
        <Card>
          <Skeleton height={20} />
        </Card>
      </div>
    </div>
  </>
);

const Card = ({ children }: { children: ReactNode }) => (
  <div className={sectionClasses.section}>
    <Skeleton height={26} width={180} />
    <div className={sectionClasses.content}>
      {children}
      <Skeleton height={44} width={150} />
    </div>
  </div>
);

/** The page's table of contents, hidden on phones. */
const SectionIndex = () => (
  <nav aria-label="En esta página" className={classes.index}>
    <ul className={classes.list}>
      {sectionIds.map(id => (
        <li key={id}>
          <a href={`#${id}`} className={classes.link} onClick={event => scrollToSection(event, id)}>
            {sectionTitles[id]}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Scrolls without following the link: a changed hash is a navigation, which the unsaved-changes dialog would block. */
function scrollToSection(event: MouseEvent, id: SectionId): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** A select's values are strings; the empty string stands for null. */
const AUTOMATIC = '';
const greetings = [
  { value: AUTOMATIC, label: 'Según mi nombre' },
  { value: 'female', label: 'Bienvenida' },
  { value: 'male', label: 'Bienvenido' },
  { value: 'neutral', label: 'Te damos la bienvenida' },
];

const profileValues = ({ username, phone, gender }: User) => ({ username, phone, gender });

/** Values as typed, not yet validated. */
const draftSchema = z.object({ username: z.string(), phone: z.string(), gender: profileFields.shape.gender });

/** User name, phone and greeting. Leaving the page with unsaved changes requires a confirmation. */
function OwnDataForm({ user }: { user: User }) {
  const form = useSchemaForm(profileFields, profileValues(user));
  const { isDirty } = form.formState;
  const { restored, clear } = useFormDraft(form, { name: `profile.${user._id}`, schema: draftSchema });
  const update = useUpdateProfile();
  const outcome = useAccountOutcome();

  const submit = form.handleSubmit(values => {
    outcome.clear();
    update.mutate(values, {
      onSuccess: saved => {
        // The server normalises white space, so the form shows the values as stored.
        form.reset(profileValues(saved));
        clear();
        outcome.showSuccess('Guardamos tus datos');
      },
      onError: error => outcome.showError(error, 'Error al guardar tus datos'),
    });
  });

  return (
    <form onSubmit={submit} noValidate aria-labelledby="datos">
      <UnsavedChanges isUnsaved={() => isDirty} />
      <Stack gap="md">
        <MessageBox kind="info" message={restored} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label="Nombre de usuario" autoComplete="name" {...fieldProps(form, 'username')} />
          <TextInput
            label="Teléfono"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...fieldProps(form, 'phone')}
          />
        </SimpleGrid>
        <NativeSelect
          size="md"
          label="¿Cómo te saludamos?"
          description="Con «Según mi nombre», lo deducimos de tu nombre de usuario."
          data={greetings}
          {...fieldProps(form, 'gender')}
          {...form.register('gender', { setValueAs: value => (value === AUTOMATIC ? null : value) })}
        />
        <OutcomeMessages outcome={outcome} />
        <div>
          <BusyButton type="submit" isBusy={update.isPending} busyLabel="Guardando…">
            Guardar cambios
          </BusyButton>
        </div>
      </Stack>
    </form>
  );
}

function PasswordSection({ user }: { user: User }) {
  const dialog = useLazyDialog();
  const outcome = useAccountOutcome();

  function handleChanged(message: string) {
    dialog.close();
    outcome.showSuccess(message);
  }

  return (
    <ProfileSection
      id="contrasena"
      lead="Al cambiarla se cierran tus sesiones en los demás dispositivos; en este sigues adentro."
    >
      <OutcomeMessages outcome={outcome} />
      <div>
        <Button variant="default" onClick={dialog.open}>
          Cambiar la contraseña
        </Button>
      </div>
      {dialog.isMounted && (
        <PasswordDialog user={user} isOpen={dialog.isOpen} onClose={dialog.close} onChanged={handleChanged} />
      )}
    </ProfileSection>
  );
}

/** The open sessions. Loading and error states are its own, so that the rest of the page does not depend on this query. */
function SessionsSection() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();

  async function retry() {
    // A successful retry unmounts the focused button.
    if ((await refetch()).isSuccess) focusHeading();
  }

  return (
    <ProfileSection
      id="sesiones"
      lead="Si ves una que no reconoces, ciérrala y cambia tu contraseña."
      headingRef={heading}
    >
      {data !== undefined && <SessionList sessions={data} onSessionEnded={focusHeading} />}
      {data === undefined && error && (
        <SectionError
          error={error}
          fallback="Error al cargar tus sesiones"
          isBusy={isFetching}
          retry={retry}
        />
      )}
      {data === undefined && !error && (
        <>
          <LoadingStatus text="Cargando sesiones…" isHidden />
          <Skeleton height={92} />
        </>
      )}
    </ProfileSection>
  );
}

// Only programmers open it.
const TokensPanel = lazy(() =>
  import('./tokens-panel.tsx').then(module => ({ default: module.TokensPanel })),
);

/** The API tokens, loaded once the fold is opened: the list may ask for a proof of identity. */
const TokensFold = () => (
  <LazyFold title="Ver y crear tokens">
    <TokensPanel />
  </LazyFold>
);

const CalendarPanel = lazy(() =>
  import('./calendar-panel.tsx').then(module => ({ default: module.CalendarPanel })),
);

/** The address of the personal calendar, loaded once the fold is opened, which few do more than once. */
const CalendarFold = () => (
  <LazyFold title="Conectar mi calendario">
    <CalendarPanel />
  </LazyFold>
);
