import { Button, Group, Skeleton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconHeart, IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { TitledSection } from '../../components/page/titled-section.tsx';
import { useOutcome } from '../../components/page/use-outcome.ts';
import { longDate } from '../../lib/dates/dates.ts';
import { audienceCounts, sentMessages } from './api.ts';
import { MessagePreview } from './message-preview.tsx';
import { obstacleOf, peopleText, sentThanks, thanksFor } from './model.ts';

const icon = { size: 20, 'aria-hidden': true } as const;

/** 'Dar las gracias': one press shows the prepared message as it arrives, a second one sends it. */
export function ThanksSection({
  activity: { _id: id, title },
}: {
  activity: Pick<Activity, '_id' | 'title'>;
}) {
  const { data, error, refetch } = useQuery(sentMessages(id));
  const [isPreviewing, setPreviewing] = useState(false);
  const { data: counts, error: refusal } = useQuery(audienceCounts(id));
  const message = useMemo(() => thanksFor(title), [title]);
  const outcome = useOutcome();
  const give = useRef<HTMLButtonElement>(null);
  const preview = useFocusRecovery(give);
  const sent = data && sentThanks(data.rows);
  const obstacle = sent ? null : obstacleOf(counts, refusal);

  function showSent(recipients: number): void {
    setPreviewing(false);
    outcome.showSuccess(`Listo: tus gracias les llegan a ${peopleText(recipients)}`);
  }

  return (
    <TitledSection title="Dar las gracias">
      {data === undefined &&
        (error ? <ErrorPanel error={error} retry={refetch} /> : <Skeleton height={64} />)}
      <OutcomeMessages outcome={outcome} takesFocus />
      {isPreviewing && (
        <div ref={preview}>
          <MessagePreview
            taskId={id}
            message={message}
            onSent={showSent}
            onBack={() => setPreviewing(false)}
            backLabel="Ahora no"
          />
        </div>
      )}
      {obstacle && <p className="soft">{obstacle.text}</p>}
      {data && !obstacle && !isPreviewing && (
        <>
          <p className="soft">
            {sent
              ? `Ya diste las gracias, el ${longDate(sent.createdAt)}, a ${peopleText(sent.recipients)}.`
              : 'Un mensaje corto y amable para tus participantes. Antes de enviarlo ves cómo les llega y a cuántas personas.'}
          </p>
          <Group gap="sm">
            {!sent && (
              <Button ref={give} leftSection={<IconHeart {...icon} />} onClick={() => setPreviewing(true)}>
                Dar las gracias
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconMessage {...icon} />}
              renderRoot={props => <Link to="/tasks/$id/$tab" params={{ id, tab: 'mensajes' }} {...props} />}
            >
              {sent ? 'Escribirles otra vez' : 'Escribir con mis palabras'}
            </Button>
          </Group>
        </>
      )}
    </TitledSection>
  );
}
