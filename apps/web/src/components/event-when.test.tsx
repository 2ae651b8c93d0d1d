import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { EventWhen } from './event-when.tsx';

test.each([
  ['Europe/Madrid', true],
  ['America/Bogota', false],
])('a browser in %s reads the name of the site’s zone: %s', (timeZone, isNamed) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const stub = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  stub.mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone };
  });
  onTestFinished(() => stub.mockRestore());
  renderPiece(<EventWhen date="2026-12-05T14:00:00.000Z" />);
  expect(screen.getByText(/5 de diciembre de 2026, 9:00/)).toBeTruthy();
  expect(screen.queryByText('hora de Colombia') !== null).toBe(isNamed);
});
