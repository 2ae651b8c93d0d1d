import { expect, test } from 'vitest';
import { isFiltered, ownFilter, ownSearch } from './own-filter.ts';

test.each([
  [{}, {}, false],
  [{ ver: 'otra' }, {}, false],
  [{ colectivo: ' ' }, {}, false],
  [{ colectivo: 'rio' }, { collective: 'rio' }, true],
  [{ ver: 'mias' }, { isOwn: true }, true],
  // One of the two.
  [{ ver: 'mias', colectivo: 'rio' }, { isOwn: true }, true],
])('%j selects %j', (search, filter, filtered) => {
  const parsed = ownFilter(ownSearch(search));
  expect(parsed).toEqual(filter);
  expect(isFiltered(parsed)).toBe(filtered);
});
