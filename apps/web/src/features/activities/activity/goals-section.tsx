import { Button, Text } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import { TitledSection } from '../../../components/page/titled-section.tsx';
import { GOALS_HASH } from '../model.ts';
import { GoalList } from './goal-list.tsx';

const TITLE = 'Lo logrado';

/** 'Lo logrado' after an activity: its goals, whose progress organisers note, or the way to give it some. */
export const GoalsSection = ({ activity }: { activity: Pick<Activity, '_id' | 'goals' | 'canManage'> }) =>
  activity.goals.length > 0 ? (
    <GoalList activity={activity} title={TITLE} />
  ) : (
    <TitledSection title={TITLE}>
      <Text>
        Esta actividad no tiene metas. Si sembraron, recogieron o sirvieron algo, ponlo como meta y anota
        cuánto.
      </Text>
      <Button
        variant="default"
        renderRoot={props => (
          <Link to="/tasks/$id" params={{ id: activity._id }} hash={GOALS_HASH} {...props} />
        )}
      >
        Poner metas
      </Button>
    </TitledSection>
  );
