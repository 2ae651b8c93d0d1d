import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { useFocusRecovery } from './use-focus-recovery.ts';

/** A list that is not rendered once it is empty. */
function List() {
  const [names, setNames] = useState(['Ana', 'Luz', 'Rosa']);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useFocusRecovery(heading);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        El equipo
      </h2>
      {names.length > 0 && (
        <ul ref={list}>
          {names.map(name => (
            <li key={name} data-row={name}>
              <button type="button" onClick={() => setNames(names.filter(other => other !== name))}>
                Quitar a {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

test('a row that leaves passes the focus to the next one, the last one to the heading', async () => {
  renderPiece(<List />);
  const remove = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const focused = () => document.activeElement?.textContent;
  await remove('Quitar a Luz');
  expect(focused()).toBe('Quitar a Rosa');
  await remove('Quitar a Rosa');
  expect(focused()).toBe('Quitar a Ana');
  await remove('Quitar a Ana');
  expect(focused()).toBe('El equipo');
});
