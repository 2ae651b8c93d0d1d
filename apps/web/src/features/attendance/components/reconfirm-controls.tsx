import type { Bearer } from '../api/answer-offer.ts';
import { useReconfirm } from '../api/reconfirm.ts';
import classes from './attending-notice.module.css';
import { TwoAnswers } from './two-answers.tsx';

interface Props {
  readonly bearer: Bearer;
  readonly onCancelled?: (() => void) | undefined;
}

/** The question of the day before, with its two answers (docs/rules.md R17.1). */
export function ReconfirmControls({ bearer, onCancelled }: Props) {
  const answer = useReconfirm(bearer);
  return (
    <section aria-label="¿Sigues viniendo?" className={classes.asked}>
      <p className={classes.question}>¿Sigues viniendo?</p>
      <TwoAnswers
        send={answer.mutateAsync}
        pending={answer.isPending ? answer.variables : undefined}
        accept={{ label: 'Sí, voy', done: '¡Gracias por responder! Te esperamos' }}
        decline={{
          label: 'No puedo ir',
          title: '¿No puedes ir?',
          consequence: 'Sales de la lista y tu cupo le sirve a otra persona.',
          cancelLabel: 'Volver',
          confirmLabel: 'Sí, liberar mi cupo',
          done: 'Gracias por avisar: tu cupo quedó libre',
        }}
        onDeclined={onCancelled}
      />
    </section>
  );
}
