import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { SplitPage } from '../components/page/split-page.tsx';
import { sessionQuery } from '../features/accounts/session/session.ts';
import { PlaceView } from '../features/attendance/self/place-view.tsx';

/** /estoy/{code}. A personal link that leads here passes its token in the history entry. */
export function PlacePage({ code }: { readonly code: string }) {
  const token = useLocation({ select: ({ state }) => state.linkToken });
  const { data: viewer, isPending } = useQuery(sessionQuery);
  return (
    <SplitPage seed="estoy" isDense>
      {/* Without a response about the session the viewer is a visitor. */}
      {!isPending && <PlaceView key={code} code={code} viewer={viewer ?? null} token={token} />}
    </SplitPage>
  );
}
