import { Skeleton } from '@mantine/core';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import classes from './reminders-board.module.css';

export const RemindersSkeleton = () => (
  <>
    <LoadingStatus text="Cargando recordatorios..." isHidden />
    <div className={classes.panels} aria-hidden="true">
      <Skeleton height={300} radius="md" />
      <Skeleton height={340} radius="md" />
    </div>
  </>
);
