import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OutcomePage } from '../../../components/outcome-page.tsx';

export const PersonalDeleted = ({ title }: { title: string }) => (
  <OutcomePage
    heading="Esta actividad fue eliminada"
    drawing="path"
    title={`«${title}» ya no está en Minga`}
    text="Quien la organizaba la eliminó, y con ella tu asistencia. No tienes que cancelar nada."
  >
    <Button fullWidth size="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver otras actividades
    </Button>
  </OutcomePage>
);
