import { Skeleton, Stack } from '@mantine/core';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import fields from './activity-fields.module.css';
import form from './activity-form.module.css';

/** The heights of the form's inputs. */
const HEIGHTS = { title: 46, description: 120, date: 46, place: 46, people: 46 };

export const ActivityFormSkeleton = ({ title }: { readonly title: string }) => (
  <>
    <PageHeading title={title} />
    <LoadingStatus text="Cargando actividad..." isHidden />
    <div className={form.form} aria-hidden="true">
      <div className={fields.fields}>
        <div className={fields.words}>
          {Object.entries(HEIGHTS).map(([field, height]) => (
            <Stack key={field} gap="xs">
              <Skeleton height={18} width="30%" />
              <Skeleton height={height} />
            </Stack>
          ))}
        </div>
        <Skeleton height="auto" style={{ aspectRatio: '16 / 9' }} />
      </div>
    </div>
  </>
);
