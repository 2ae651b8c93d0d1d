import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OutcomePage } from '../../../components/outcome-page.tsx';

/** Shown in place of the attendance after the person has erased its data. */
export const PersonalErased = () => (
  <OutcomePage
    heading="Tus datos quedaron borrados"
    drawing="path"
    title="Ya no guardamos tu nombre ni tu contacto"
    text="Este enlace ya no sirve. Si quieres volver a una actividad, puedes confirmar otra vez cuando quieras."
  >
    <Button fullWidth size="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver actividades
    </Button>
  </OutcomePage>
);
