import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';

/** The activity's calendar file: phones open it in their calendar, computers save it. */
export const CalendarLink = ({ activityId }: { activityId: string }) => (
  <Button
    component="a"
    href={`/actividades/${activityId}.ics`}
    variant="default"
    leftSection={<IconCalendarPlus size={20} aria-hidden />}
  >
    Agregar al calendario
  </Button>
);
