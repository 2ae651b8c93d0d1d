import { Button } from '@mantine/core';
import { IconBellPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

const look = { variant: 'default', leftSection: <IconBellPlus size={20} aria-hidden /> } as const;
const LABEL = 'Avísame de lo nuevo';

export const SaveSearchTrigger = ({ onClick }: { onClick?: () => void }) => (
  <Button {...look} onClick={onClick}>
    {LABEL}
  </Button>
);

/** Leads to the sign-in form and back to `path`. */
export const SignInTrigger = ({ path }: { path: string }) => (
  <Button {...look} renderRoot={props => <Link to="/login" search={{ volver: path }} {...props} />}>
    {LABEL}
  </Button>
);
