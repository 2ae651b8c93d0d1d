import { isArrivalCode } from '@minga/contract/arrival-code';
import { useQuery } from '@tanstack/react-query';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { arrivalOf } from '../api/arrival.ts';
import type { Viewer } from '../viewer.ts';
import { ArrivalCheckIn } from './arrival-check-in.tsx';
import { ArrivalCode } from './arrival-code.tsx';

interface Props {
  readonly code: string;
  /** Null without a session; undefined while that is not known. */
  readonly viewer: Viewer | undefined;
}

const TITLE = 'Código de llegada';
const WRONG =
  'A la dirección le falta o le sobra algo. Ábrela otra vez desde tu correo o tu enlace personal, o pídele a la persona que te muestre el código completo.';

/**
 * /llegada/{code}, the address in a QR code (docs/rules.md R18.1): an account that checks people in can do so; for others it is the
 * code to show at the door. Without a session it makes no call.
 */
export function ArrivalView({ code, viewer }: Props) {
  const isValid = isArrivalCode(code);
  const isAsking = isValid && viewer != null;
  const { data, error, isLoading, refetch } = useQuery({ ...arrivalOf(code), enabled: isAsking });
  if (!isValid) return <PageHeading title="Este código no es válido" windowTitle={TITLE} lead={WRONG} />;
  if (viewer === undefined || isLoading)
    return (
      <>
        <PageHeading title={TITLE} />
        <LoadingStatus text="Abriendo el código…" />
      </>
    );
  if (data) return <ArrivalCheckIn code={code} arrival={data} />;
  return <ArrivalCode code={code} isSignedIn={viewer !== null} error={error} retry={refetch} />;
}
