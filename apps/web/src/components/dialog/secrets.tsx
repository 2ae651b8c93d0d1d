import { Button, Skeleton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { ItemList } from '../item-list.tsx';
import { ErrorPanel } from '../page/error-panel.tsx';
import { LoadingStatus } from '../page/loading-status.tsx';
import { OutcomeMessages } from '../page/outcome-messages.tsx';
import { Subsection } from '../page/page-section.tsx';
import { type Outcome, useOutcome } from '../page/use-outcome.ts';
import classes from './secret-once.module.css';
import { useFocusRecovery } from './use-focus-recovery.ts';

interface Props<Item, Created> {
  query: UseQueryResult<readonly Item[]>;
  loadingText: string;
  title: string;
  /** The text of an empty list. */
  empty: string;
  renderForm: (onCreated: (created: Created) => void) => ReactNode;
  /** The secret of a new item, which takes the place of the form until `onDone`. */
  renderSecret: (created: Created, onDone: () => void) => ReactNode;
  renderItem: (item: Item, outcome: Outcome) => ReactNode;
  /** Shown after the list. */
  children?: ReactNode;
}

/** Items that each have a secret, such as API tokens: the form for another one, its secret once, and the list. */
export function SecretsPanel<Item, Created>(props: Props<Item, Created>) {
  const { data, error, refetch } = props.query;
  const [created, setCreated] = useState<Created | null>(null);
  const outcome = useOutcome();
  const title = useRef<HTMLHeadingElement>(null);
  const list = useFocusRecovery(title);

  function done() {
    setCreated(null);
    title.current?.focus();
  }

  if (data === undefined && error) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined) {
    return (
      <>
        <LoadingStatus text={props.loadingText} isHidden />
        <Skeleton height={92} />
      </>
    );
  }
  return (
    <>
      {created === null ? props.renderForm(setCreated) : props.renderSecret(created, done)}
      <Subsection title={props.title} headingRef={title}>
        <OutcomeMessages outcome={outcome} />
        {data.length === 0 && <p>{props.empty}</p>}
        <ItemList ref={list}>{data.map(item => props.renderItem(item, outcome))}</ItemList>
      </Subsection>
      {props.children}
    </>
  );
}

interface SecretOnceProps {
  title: string;
  /** The purpose of the secret. */
  children: ReactNode;
  value: string;
  doneLabel?: string;
  onDone: () => void;
}

/** A secret that the server shows only now, with a button that copies it. It takes the focus. */
export function SecretOnce(props: SecretOnceProps) {
  const { title, children, value, doneLabel = 'Ya lo guardé', onDone } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toastSuccess('Copiado');
    } catch {
      toastError('No pudimos copiarlo. Selecciónalo y cópialo de ahí.');
    }
  }

  return (
    <section aria-labelledby={id} className={`stack ${classes.panel}`}>
      <h3 id={id} ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h3>
      <div className={classes.text}>{children}</div>
      <code className={classes.value}>{value}</code>
      <div className="cluster">
        <Button leftSection={<IconCopy size={20} aria-hidden />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button variant="default" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </section>
  );
}
