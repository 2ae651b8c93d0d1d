import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmailText } from './email-text.tsx';

test.each([
  ['sofia.benavides@example.org', '<span>sofia.benavides</span><wbr><span>@example.org</span>'],
  ['', ''],
  ['sin-arroba', 'sin-arroba'],
])('%s', (email, html) => {
  const { container } = render(<EmailText email={email} />);
  expect(container.innerHTML).toBe(html);
  expect(container.textContent).toBe(email);
});
