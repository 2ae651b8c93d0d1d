import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { Note } from '../../../components/note.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { dayDate } from '../../../lib/dates.ts';
import { isUnknown } from '../../../lib/unknown-row.ts';
import { oneCertificate } from '../api.ts';
import classes from './certificate.module.css';
import { CertificateContent } from './certificate-content.tsx';

/** /constancia/{number}: what a certificate says, or that it is not valid, for anybody who has its number. */
export function CertificateView({ number }: { number: string }) {
  const { data, error, refetch } = useQuery(oneCertificate(number));
  if (data === undefined && error && isUnknown(error)) return <UnknownCertificate />;
  if (data === undefined && error)
    return <ErrorPanel error={error} retry={() => void refetch()} isWholePage />;
  if (data === undefined) return <LoadingStatus text="Buscando la constancia…" />;
  if (data.isWithdrawn)
    return (
      <>
        <PageHeading title="Esta constancia fue retirada" lead={`Constancia número ${data.number}`} />
        <Note tone="clay">
          {`Ya no se puede comprobar. Se expidió el ${dayDate(data.issuedAt)}, y los datos de la persona se borraron.`}
        </Note>
        <p className={classes.hint}>
          Pasa cuando la persona lo pide, o cuando vence el tiempo que se guardan los datos de quienes no
          tienen cuenta.
        </p>
      </>
    );
  if (data.revokedAt !== null)
    return (
      <>
        <PageHeading title="Esta constancia fue anulada" lead={`Constancia número ${data.number}`} />
        <Note tone="clay">
          {`Ya no es válida. Se expidió el ${dayDate(data.issuedAt)} y se anuló el ${dayDate(data.revokedAt)}.`}
        </Note>
        <p className={classes.hint}>
          Pasa cuando cambian las horas o los datos que decía, o cuando se retiran. Pídele a la persona su
          constancia más reciente.
        </p>
      </>
    );
  return <CertificateContent certificate={data} />;
}

const UnknownCertificate = () => (
  <>
    <PageHeading title="No existe una constancia con ese número" windowTitle="Constancia" />
    <EmptyState
      drawing="path"
      title="Revisa el número"
      text="Está debajo de «Constancia número», como ABCD-EFGH-JKMN. Si lo escribiste bien, esa constancia no la dio Minga, o la persona eliminó su cuenta."
    />
  </>
);
