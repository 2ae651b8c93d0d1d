import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Links a signed-in user to the preferences and others to the activities. */
export const UnsubscribeLinks = ({ isSignedIn }: { isSignedIn: boolean }) =>
  isSignedIn ? (
    <Button
      fullWidth
      size="lg"
      mt="lg"
      renderRoot={props => <Link to="/tasks/notificaciones" hash="avisos" {...props} />}
    >
      Elegir mis avisos
    </Button>
  ) : (
    <Button fullWidth size="lg" mt="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver actividades
    </Button>
  );
