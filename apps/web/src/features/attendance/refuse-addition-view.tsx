import { Button } from '@mantine/core';
import { readAddition, refuseAddition } from '@minga/contract/refusal';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LinkAction } from '../../components/page/link-action.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { OutcomePage } from '../../components/page/outcome-page.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { query } from '../../lib/server/queries.ts';

/** The page on which a person whom an organiser imported leaves the list. Opening it changes nothing: mail scanners open links. */
export function RefuseAdditionView({ token }: { readonly token: string }) {
  const { data, error, isPending, refetch } = useQuery(query(readAddition, { body: { token } }));
  const refuse = useMutation({ mutationFn: (token: string) => call(refuseAddition, { body: { token } }) });
  if (error instanceof ApiError && error.status === 400) return <BadLink />;
  if (isPending) return <LoadingStatus text="Buscando la lista…" />;
  if (data === undefined)
    return (
      <>
        <PageHeading title="Salir de la lista" />
        <ErrorPanel error={error} retry={() => void refetch()} />
      </>
    );
  if (data.refused && !refuse.isSuccess) return <Done title={data.title} />;
  return (
    <LinkAction
      token={token}
      mutation={refuse}
      heading="¿Salir de esta lista?"
      lead={`Quien organiza «${data.title}», del ${longDate(data.date)}, escribió tu correo en su lista.`}
      label="No fui yo, quítame"
      busyLabel="Quitándote..."
      hint="Sales de la lista y nadie puede volver a agregar este correo a esta actividad. ¿Sí quieres ir? Cierra esta página: nada cambia."
      fallback="No pudimos quitarte de la lista"
      renderDone={() => <Done title={data.title} />}
      renderFailure={() => <BadLink />}
    />
  );
}

const Done = ({ title }: { readonly title: string }) => (
  <OutcomePage
    heading="Listo"
    title="Ya no estás en la lista"
    text={`Nadie puede volver a agregar este correo a «${title}». Si cambias de idea, tú sí puedes confirmar en su página.`}
  >
    <ToAgenda />
  </OutcomePage>
);

const BadLink = () => (
  <>
    <PageHeading
      title="Este enlace ya no sirve"
      lead="No está completo, o la actividad ya no existe. Si el correo te llegó por error, puedes borrarlo: no te escribimos otra vez."
    />
    <ToAgenda />
  </>
);

const ToAgenda = () => (
  <Button fullWidth size="lg" mt="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
    Ver la agenda
  </Button>
);
