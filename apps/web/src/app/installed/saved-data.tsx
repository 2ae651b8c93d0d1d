import { SAVED_DATA_COOKIE } from '@minga/contract/saved-data';
import { IconLeaf } from '@tabler/icons-react';
import { useDataSaved } from '../../components/use-data-saved.ts';
import { chosenSaving, isDataSaved, SAVING_SWITCHED } from '../../lib/saved-data.ts';
import panel from '../shell/shell.module.css';
import { notice } from '../shell/slots.ts';
import { AppNotice } from './app-notice.tsx';

const YEAR_SECONDS = 31_536_000;

/** Switches the saving of data on or off in this browser. The server reads the cookie. */
function saveData(isSaved: boolean): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox before 140 and Safari before 18.4 lack the Cookie Store API
  document.cookie = `${SAVED_DATA_COOKIE}=${isSaved ? 1 : 0}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
  dispatchEvent(new Event(SAVING_SWITCHED));
}

/** An entry of the account menu: the switch of the saving of data (docs/decisions/0095-saved-data.md). */
export function SavedDataEntry() {
  const isSaved = useDataSaved();
  return (
    <button type="button" className={panel.entry} onClick={() => saveData(!isSaved)}>
      <IconLeaf size={22} aria-hidden />
      <span>{isSaved ? 'Cargar fotos y mapas' : 'Ahorrar datos'}</span>
    </button>
  );
}

/** Says why pictures and maps wait, to users whose browser asked for it. */
export function explainSavedData(): void {
  if (!isDataSaved() || chosenSaving() !== null || notice.current() !== null) return;
  notice.fill(
    <AppNotice
      action={{
        label: 'Cargar todo',
        onPress: () => {
          notice.fill(null);
          saveData(false);
        },
      }}
      dismissal={{ label: 'Así está bien', onPress: () => saveData(true) }}
    >
      Tu navegador ahorra datos: aquí las fotos y los mapas esperan a que los pidas.
    </AppNotice>,
  );
}
