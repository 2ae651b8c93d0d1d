import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Where one goes from here: who is signed in to all the choices, everybody else to the activities. */
export const UnsubscribeWays = ({ isSignedIn }: { isSignedIn: boolean }) =>
  isSignedIn ? (
    <Button fullWidth size="lg" mt="lg" renderRoot={props => <Link to="/profile" hash="avisos" {...props} />}>
      Elegir mis avisos
    </Button>
  ) : (
    <Button fullWidth size="lg" mt="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver actividades
    </Button>
  );
