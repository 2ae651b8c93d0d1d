import { Text } from '@mantine/core';
import { LegalLink } from '../../../components/legal-link.tsx';
import { visitorDataDays } from '../../../lib/visitor-data-days.ts';

/** The consent that a visitor gives by confirming (docs/decisions/0047-retention-and-legal-texts.md). */
export const VisitorConsent = () => (
  <Text size="sm" c="dimmed">
    <span>{`Al confirmar aceptas que quien organiza use tus datos para esta actividad. Se borran ${visitorDataDays()} después. `}</span>
    <LegalLink to="privacidad">Política de datos</LegalLink>
  </Text>
);
