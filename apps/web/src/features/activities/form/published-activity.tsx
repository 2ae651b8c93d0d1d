import { Button } from '@mantine/core';
import type { WholeActivity } from '@minga/contract/activities';
import {
  IconBrandWhatsapp,
  IconCopy,
  IconDownload,
  IconMapPin,
  IconPencil,
  IconRepeat,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { WovenPicture } from '../../../components/brand/weave.tsx';
import { EventWhen } from '../../../components/event-when.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import { counted } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { isPublicBeforeReview } from '../../../lib/is-public-before-review.ts';
import { siteName } from '../../../lib/site-name.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { whatsAppLink } from '../../../lib/whatsapp.ts';
import { RejectionNotice } from '../activity-facts.tsx';
import { oneActivity } from '../api.ts';
import { repeatText } from '../model.ts';
import { ActivityNotFound, NotOrganiser } from '../own/not-editable.tsx';
import { PosterButton } from '../poster/poster-button.tsx';
import classes from './published-activity.module.css';

interface Props {
  readonly activity: WholeActivity;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** /add-task?publicada={id}: the result of publishing an activity. It has an address, so that it outlives a reload. */
export function PublishedActivity({ id }: { readonly id: string }) {
  const { data: activity, error, refetch } = useQuery(oneActivity(id));
  if (error && isUnknown(error)) return <ActivityNotFound />;
  if (!activity && error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
  if (!activity) return <LoadingStatus text="Cargando actividad..." />;
  if (!activity.canManage) return <NotOrganiser id={id} organiser={activity.user.username} />;
  const { status, isHeld } = activity;
  if (status === 'rejected') return <Rejected activity={activity} />;
  if (!isHeld && (status === 'approved' || isPublicBeforeReview())) return <Public activity={activity} />;
  return <InReview activity={activity} />;
}

/** The activity has an audience: the organiser gets what brings people to it. */
function Public({ activity }: Props) {
  const { _id, title, date, place } = activity;
  const path = `/actividades/${_id}`;
  const url = new URL(path, location.origin).href;
  const invitation = [title, longDate(date), place].filter(part => part !== '').join(' · ');
  return (
    <>
      <PageHeading title="Tu actividad está publicada" lead="Compártela para que llegue más gente." />
      <Result activity={activity}>
        <section aria-label="Compartir tu actividad" className="stack">
          <Button
            size="md"
            leftSection={<IconBrandWhatsapp {...icon} />}
            component="a"
            href={whatsAppLink(`${invitation}\n${url}`)}
            target="_blank"
            rel="noreferrer"
          >
            Compartir por WhatsApp
          </Button>
          <div className={classes.pair}>
            <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => copy(url)}>
              Copiar el enlace
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload {...icon} />}
              component="a"
              href={`${path}/og.png`}
              download={`${title}.png`}
            >
              Descargar la tarjeta
            </Button>
            <PosterButton activityId={_id}>
              {open => (
                <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={open}>
                  Afiche para imprimir
                </Button>
              )}
            </PosterButton>
          </div>
          <figure className={`card ${classes.code}`}>
            <div className={classes.qr}>
              <QrCode text={url} label="Código QR de la actividad" />
            </div>
            <figcaption className="stack gap-s">
              <span>Quien lo lea con la cámara del celular llega a tu actividad.</span>
              <span className={`soft fine ${classes.address}`}>{url}</span>
            </figcaption>
          </figure>
        </section>
      </Result>
    </>
  );
}

/** The activity waits for an administrator: what happens next, and how its organiser hears of it (docs/rules.md R3.4, R19.3). */
const InReview = ({ activity }: Props) => (
  <>
    <PageHeading
      title="En revisión"
      lead={`Guardamos tu actividad. Antes de publicarla, la lee una persona que administra ${siteName}.`}
    />
    <Result activity={activity}>
      <section aria-labelledby="what-follows" className="stack">
        <h2 id="what-follows" className="title">
          Qué sigue
        </h2>
        <ol className={`stack ${classes.steps}`}>
          <li>
            <strong>Por ahora</strong>
            <span>{` la ven solo quienes la organizan y quienes administran ${siteName}. Puedes seguir cambiándola.`}</span>
          </li>
          <li>
            <strong>Cuando la revisen</strong> te llega un correo y un aviso en la campana: si se publicó, o
            si no y por qué.
          </li>
          <li>
            <strong>Si se publica</strong>, sale en la agenda, y desde su página la compartes. Si no, la
            corriges y la revisan otra vez.
          </li>
        </ol>
      </section>
    </Result>
  </>
);

const Rejected = ({ activity }: Props) => (
  <>
    <PageHeading title="Tu actividad no está publicada" />
    <Result activity={activity}>
      <RejectionNotice activity={activity} />
    </Result>
  </>
);

/** The activity as a card, the part for its state, and the ways on. */
function Result({ activity, children }: Props & { readonly children: ReactNode }) {
  const { _id, title, date, endDate, place, series } = activity;
  return (
    <div className={classes.result}>
      <div className={`card ${classes.activity}`}>
        {/* Decorative: the title stands below it. */}
        <div aria-hidden="true">
          <WovenPicture of={activity} sizes="(max-width: 62rem) 100vw, 30rem" isUrgent />
        </div>
        <div className={`stack ${classes.facts}`}>
          <h2 className={classes.title}>{title}</h2>
          <EventWhen date={date} endDate={endDate} />
          {place !== '' && (
            <p className="row">
              <IconMapPin {...icon} />
              <span>{place}</span>
            </p>
          )}
          {series && (
            <p className="row">
              <IconRepeat {...icon} />
              <span>{`${repeatText(series.repeat)}${DOT}${counted(series.count, 'fecha', 'fechas')}`}</span>
            </p>
          )}
        </div>
      </div>
      <div className="stack gap-xl">
        {children}
        <nav aria-label="Seguir" className={classes.pair}>
          <Button
            variant="default"
            renderRoot={props => <Link to="/actividades/$id" params={{ id: _id }} {...props} />}
          >
            Ver la actividad
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil {...icon} />}
            renderRoot={props => <Link to="/tasks/$id" params={{ id: _id }} {...props} />}
          >
            Editar
          </Button>
          <Button variant="subtle" renderRoot={props => <Link to="/tasks" {...props} />}>
            Ir a mis actividades
          </Button>
        </nav>
      </div>
    </div>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toastSuccess('Enlace copiado');
  } catch {
    toastError('No pudimos copiar el enlace. Está escrito junto al código QR.');
  }
}
