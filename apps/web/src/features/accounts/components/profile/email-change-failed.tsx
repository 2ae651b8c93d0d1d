import { Button, Stack } from '@mantine/core';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { Link } from '@tanstack/react-router';
import { MessageBox } from '../../../../components/message-box.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';

/** Why the address was not changed. A visitor who follows the link to the profile signs in first. */
export const EmailChangeFailed = ({ sentences }: { sentences: readonly string[] }) => (
  <>
    <PageHeading title="No pudimos cambiar tu correo" />
    <Stack gap="lg">
      <MessageBox kind="error" message={{ sentences, isVisible: true }} />
      <p style={{ margin: 0 }}>
        Tu correo sigue siendo el de antes. Los enlaces duran {EMAIL_CHANGE_HOURS} horas y sirven una sola
        vez; si pides otro, solo vale el más reciente. Desde tu perfil puedes pedir uno nuevo.
      </p>
      <Button component={Link} to="/profile" fullWidth size="lg">
        Ir a mi perfil
      </Button>
    </Stack>
  </>
);
