import { Button, NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import type { Collective, FollowMail } from '@minga/contract/collectives';
import {
  IconArrowLeft,
  IconBellOff,
  IconBellPlus,
  IconBrandWhatsapp,
  IconCalendarEvent,
  IconMapPin,
  IconPencil,
  IconPlus,
  IconRosetteDiscountCheckFilled,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FeedsButton } from '../../components/feeds-button.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { Note } from '../../components/page/note.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { ShareButton } from '../../components/share-button.tsx';
import { ownErrorText } from '../../lib/errors/error-sentences.ts';
import { isUnknown } from '../../lib/errors/unknown-row.ts';
import { siteName } from '../../lib/site-name.ts';
import { toastError } from '../../lib/toasts.ts';
import { oneCollective, useFollowCollective } from './api.ts';
import { CollectivePicture } from './collective-picture.tsx';
import classes from './collective-view.module.css';
import { CollectiveNotFound } from './member-gate.tsx';
import { followersText, noticeOf, rightsOf, websiteName, whatsAppContact } from './model.ts';

interface Props {
  slug: string;
  isSignedIn: boolean;
  /** Its activities: what is to come and what was. */
  activities: ReactNode;
  /** The button that reports it, at the end of the page. */
  report: (collective: Collective) => ReactNode;
}

/** /colectivos/{slug}: the public page of a collective. */
export function CollectiveView({ slug, isSignedIn, activities, report }: Props) {
  const { data: collective, error, refetch } = useQuery(oneCollective(slug));
  return (
    <>
      <Link to="/colectivos" activeOptions={{ exact: true }} className={`target strong ${classes.back}`}>
        <IconArrowLeft size={20} aria-hidden />
        Todos los colectivos
      </Link>
      {collective && (
        <CollectiveArticle
          collective={collective}
          isSignedIn={isSignedIn}
          activities={activities}
          report={report(collective)}
        />
      )}
      {!collective && !error && <CollectiveViewSkeleton />}
      {!collective &&
        error &&
        (isUnknown(error) ? (
          <CollectiveNotFound />
        ) : (
          <ErrorPanel isWholePage error={error} retry={refetch} />
        ))}
    </>
  );
}

const CollectiveViewSkeleton = () => (
  <>
    <PageHeading title="Colectivo" />
    <LoadingStatus text="Cargando el colectivo..." isHidden />
    <div className={`stack gap-xl ${classes.collective}`} aria-hidden="true">
      <Skeleton className={classes.picture} height={180} />
      <div className={classes.head}>
        <Skeleton height={24} width="60%" />
        <Skeleton height={16} />
        <Skeleton height={16} width="80%" />
      </div>
      <Skeleton className={classes.aside} height={260} />
    </div>
  </>
);

interface CollectiveArticleProps {
  collective: Collective;
  isSignedIn: boolean;
  activities: ReactNode;
  report: ReactNode;
}

const icon = { size: 20, 'aria-hidden': true } as const;

function CollectiveArticle({ collective, isSignedIn, activities, report }: CollectiveArticleProps) {
  const { slug, name, description, place, isVerified, followers, status, myRole } = collective;
  const notice = noticeOf(collective);
  const followersLine = followersText(followers);
  return (
    <article className={`stack gap-xl ${classes.collective}`}>
      <div className={classes.picture}>
        <CollectivePicture
          collective={collective}
          sizes="(max-width: 62rem) 100vw, 50rem"
          isUrgent
          stitch={9}
        />
      </div>
      <header className={classes.head}>
        <PageHeading title={name} />
        {isVerified && (
          <p className={classes.verified}>
            <IconRosetteDiscountCheckFilled {...icon} />
            <span>
              <strong>Colectivo verificado.</strong>
              <span>{` La administración de ${siteName} comprobó que es quien dice ser.`}</span>
            </span>
          </p>
        )}
        {notice && (
          <Note tone={notice.tone}>
            <strong>{`${notice.name}.`}</strong>
            <span>{` ${notice.text}`}</span>
          </Note>
        )}
        {description !== '' && <p className={classes.description}>{description}</p>}
      </header>
      <aside className={classes.aside} aria-label="Seguir y contactar">
        {rightsOf(myRole).isMember && <MemberActions collective={collective} />}
        {status === 'active' && <FollowControl collective={collective} isSignedIn={isSignedIn} />}
        <ul className={`stack gap-s ${classes.facts}`} aria-label="Datos">
          {followersLine && (
            <li>
              <IconUsers {...icon} />
              <span>{followersLine}</span>
            </li>
          )}
          {place !== '' && (
            <li>
              <IconMapPin {...icon} />
              <span>{place}</span>
            </li>
          )}
        </ul>
        <CollectiveContact collective={collective} />
        {status === 'active' && (
          <Link to="/impacto" search={{ colectivo: slug }} className="target link">
            Ver lo que ha logrado
          </Link>
        )}
        {status === 'active' && (
          <div className={classes.actions}>
            <ShareButton title={name} path={`/colectivos/${slug}`} />
            <FeedsButton
              urlOf={extension => `/colectivos/${slug}.${extension}`}
              embedUrl={`/incrustar?colectivo=${slug}`}
            />
          </div>
        )}
      </aside>
      <div className={classes.activities}>
        {activities}
        {report}
      </div>
    </article>
  );
}

interface CollectiveContactProps {
  collective: Pick<Collective, 'website' | 'whatsapp'>;
}

const collectiveContactIcon = { size: 20, 'aria-hidden': true } as const;
/** Members write the addresses: they get no credit from search engines, and no access to this window. */
const foreign = { target: '_blank', rel: 'noopener nofollow' } as const;

/** The collective's website and WhatsApp, as far as it has them. */
function CollectiveContact({ collective: { website, whatsapp } }: CollectiveContactProps) {
  if (website === null && whatsapp === null) return null;
  const contact = whatsapp === null ? null : whatsAppContact(whatsapp);
  return (
    <ul className={classes.contact} aria-label="Contacto">
      {website !== null && (
        <li>
          <a href={website} className={`target link ${classes.link}`} {...foreign}>
            <IconWorld {...collectiveContactIcon} />
            <span>{websiteName(website)}</span>
          </a>
        </li>
      )}
      {contact && (
        <li>
          <a href={contact.href} className={`target link ${classes.link}`} {...foreign}>
            <IconBrandWhatsapp {...collectiveContactIcon} />
            <span>{contact.text}</span>
          </a>
        </li>
      )}
    </ul>
  );
}

interface FollowControlProps {
  collective: Pick<Collective, 'slug' | 'isFollowing' | 'followMail' | 'myRole'>;
  isSignedIn: boolean;
}

const followControlIcon = { size: 20, 'aria-hidden': true } as const;

const mails: { value: FollowMail; label: string }[] = [
  { value: 'inmediato', label: 'Un correo al instante' },
  { value: 'diario', label: 'Un resumen diario' },
  { value: 'nunca', label: 'Sin correos' },
];

/** Follows the collective, and chooses its e-mails. A visitor signs in first and comes back. */
function FollowControl({ collective, isSignedIn }: FollowControlProps) {
  const { slug, isFollowing, followMail, myRole } = collective;
  // A member has something more important to do here.
  const isSecondary = isFollowing || rightsOf(myRole).isMember;
  const follow = useFollowCollective(slug);

  if (!isSignedIn) {
    return (
      <div className="stack">
        <Button
          leftSection={<IconBellPlus {...followControlIcon} />}
          renderRoot={props => <Link to="/login" search={{ volver: `/colectivos/${slug}` }} {...props} />}
        >
          Seguir
        </Button>
        <p className={`soft small ${classes.hint}`}>
          Entra con tu cuenta y te contamos cada actividad nueva.
        </p>
      </div>
    );
  }

  const change = (mail: FollowMail | null) =>
    follow.mutate(mail, {
      onError: error =>
        toastError(
          ownErrorText(error, mail === null ? 'Error al dejar de seguir' : 'Error al seguir el colectivo'),
        ),
    });

  return (
    <div className="stack">
      <Button
        variant={isSecondary ? 'default' : 'filled'}
        leftSection={
          isFollowing ? <IconBellOff {...followControlIcon} /> : <IconBellPlus {...followControlIcon} />
        }
        onClick={() => {
          // The second press of a double click undoes nothing. Disabling the button would lose the focus.
          if (!follow.isPending) change(isFollowing ? null : 'diario');
        }}
      >
        {isFollowing ? 'Dejar de seguir' : 'Seguir'}
      </Button>
      <VisuallyHidden role="status">{isFollowing && 'Sigues este colectivo'}</VisuallyHidden>
      {isFollowing ? (
        <NativeSelect
          size="md"
          label="Lo nuevo te llega a la campana y con"
          data={mails}
          value={followMail ?? 'diario'}
          onChange={event => change(event.currentTarget.value as FollowMail)}
        />
      ) : (
        <p className={`soft small ${classes.hint}`}>
          Te contamos cada actividad nueva, en la campana y por correo.
        </p>
      )}
    </div>
  );
}

const memberActionsIcon = { size: 20, 'aria-hidden': true } as const;

/** What a member can do for the collective. */
function MemberActions({ collective: { _id, slug, status, myRole } }: { collective: Collective }) {
  const { canEdit, canPublish } = rightsOf(myRole);
  return (
    <section aria-labelledby="administrar" className={classes.memberActions}>
      <h2 id="administrar" className={classes.title}>
        Administrar
      </h2>
      {canPublish && status === 'active' && (
        <Button
          leftSection={<IconPlus {...memberActionsIcon} />}
          renderRoot={props => <Link to="/add-task" search={{ colectivo: _id }} {...props} />}
        >
          Publicar una actividad
        </Button>
      )}
      {canPublish && status === 'active' && (
        <Button
          variant="default"
          leftSection={<IconCalendarEvent {...memberActionsIcon} />}
          renderRoot={props => <Link to="/colectivos/$slug/calendarios" params={{ slug }} {...props} />}
        >
          Traer de un calendario
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconUsersGroup {...memberActionsIcon} />}
        renderRoot={props => <Link to="/colectivos/$slug/equipo" params={{ slug }} {...props} />}
      >
        Ver el equipo
      </Button>
      {canEdit && (
        <Button
          variant="default"
          leftSection={<IconPencil {...memberActionsIcon} />}
          renderRoot={props => <Link to="/colectivos/$slug/editar" params={{ slug }} {...props} />}
        >
          Editar el colectivo
        </Button>
      )}
    </section>
  );
}
