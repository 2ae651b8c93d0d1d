import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ErrorPanel } from './error-panel.tsx';
import { ItemList } from './item-list.tsx';
import { LoadingStatus } from './loading-status.tsx';
import { OutcomeMessages } from './outcome-messages.tsx';
import { Subsection } from './subsection.tsx';
import { useFocusRecovery } from './use-focus-recovery.ts';
import { type Outcome, useOutcome } from './use-outcome.ts';

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
