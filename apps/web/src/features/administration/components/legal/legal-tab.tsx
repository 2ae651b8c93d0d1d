import { Tabs } from '@mantine/core';
import { type LegalKind, legalKinds } from '@minga/contract/legal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { legalTextQuery } from '../../api/legal-text.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import dashboardClasses from '../dashboard.module.css';
import { TabError } from '../tab-error.tsx';
import { LegalEditor } from './legal-editor.tsx';

const names: Record<LegalKind, string> = {
  privacy: 'Política de datos',
  terms: 'Términos de uso',
};

/** 'Textos legales': the two texts, to read and change. */
export function LegalTab() {
  const [kind, setKind] = useState<LegalKind>('privacy');
  const [isUnsaved, setUnsaved] = useState(false);
  /** The text to which a user with unsaved changes wants to go. */
  const [next, setNext] = useState<LegalKind | null>(null);
  function change(to: LegalKind) {
    setUnsaved(false);
    setNext(null);
    setKind(to);
  }
  return (
    <>
      <Tabs
        unstyled
        id="textos"
        value={kind}
        onChange={to => (isUnsaved ? setNext(to as LegalKind) : change(to as LegalKind))}
        activateTabWithKeyboard={false}
        keepMounted={false}
      >
        <Tabs.List aria-label="Textos legales" className={dashboardClasses.tabs}>
          {legalKinds.map(each => (
            <Tabs.Tab key={each} value={each} className={dashboardClasses.tab}>
              {names[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel key={kind} value={kind} tabIndex={-1} className={dashboardClasses.panel}>
          <OneText kind={kind} onUnsaved={setUnsaved} />
        </Tabs.Panel>
      </Tabs>
      <ConfirmDialog
        isOpen={next !== null}
        title="¿Salir sin guardar?"
        confirmLabel="Salir sin guardar"
        cancelLabel="Seguir editando"
        onConfirm={() => change(next ?? kind)}
        onCancel={() => setNext(null)}
      >
        Lo que escribiste en este texto se perderá.
      </ConfirmDialog>
    </>
  );
}

function OneText({ kind, onUnsaved }: { kind: LegalKind; onUnsaved: (isUnsaved: boolean) => void }) {
  const { data, error, isFetching, refetch } = useQuery(legalTextQuery(kind));
  useReportedError(error, 'Error al traer el texto');
  if (data !== undefined)
    return <LegalEditor key={data.updatedAt} legal={data} name={names[kind]} onUnsaved={onUnsaved} />;
  if (error === null) return <LoadingStatus text="Trayendo el texto…" />;
  return <TabError text="No pudimos traer el texto." isBusy={isFetching} retry={() => void refetch()} />;
}
