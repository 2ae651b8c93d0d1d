import { Button } from '@mantine/core';
import type { Profile } from '@minga/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { profileQuery } from '../../api/profile.ts';
import { TokensFold } from '../tokens/tokens-fold.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { DownloadButton } from './download-button.tsx';
import { EmailSection } from './email-section.tsx';
import { OwnDataForm } from './own-data-form.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import classes from './profile-view.module.css';
import { SectionIndex } from './section-index.tsx';
import { SecuritySection } from './security-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

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
        lead="Tus datos, cómo entras a Minga y lo que guardamos de ti."
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
    <div className={classes.sections}>
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
      <SessionsSection />
      <ProfileSection
        id="tokens"
        lead="Para quienes escriben programas: con un token, un programa usa Minga en tu nombre, menos tu perfil y la administración."
      >
        <TokensFold />
      </ProfileSection>
      <ProfileSection
        id="archivo"
        lead="Todo lo que Minga guarda de ti, en un archivo JSON: cuenta, sesiones, llaves de acceso, tokens, actividades, asistencias, horas y constancias, recordatorios, búsquedas guardadas y avisos."
      >
        <DownloadButton label="Descargar mis datos" />
      </ProfileSection>
      <DeletionSection profile={profile} onDeleted={onDeleted} />
    </div>
  </div>
);
