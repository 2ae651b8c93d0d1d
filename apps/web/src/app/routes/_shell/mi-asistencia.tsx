import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/split-page.tsx';
import { PersonalAttendanceView } from '../../../features/attendance/components/personal-attendance-view.tsx';
import { OwnCertificate } from '../../../features/hours/components/own-certificate.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/mi-asistencia')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/mi-asistencia', search.token, location) }),
  component: PersonalAttendancePage,
});

function PersonalAttendancePage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="asistencia">
      {/* The key resets the state for another link. */}
      <PersonalAttendanceView
        key={token}
        token={token}
        hours={({ _id, hours }) => <OwnCertificate attendanceId={_id} hours={hours} token={token ?? ''} />}
      />
    </SplitPage>
  );
}
