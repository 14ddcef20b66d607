// Which people belong to a month or a day, by their employment.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasPlace, isEmployedIn } from '../../../console/domain/employed.ts';

describe('a person', () => {
  it('is employed in the months from the first to the last day, or all of them', () => {
    const dates = { entry_date: '2026-10-31', exit_date: '2026-11-27' };
    const isIn = (month: string) => isEmployedIn(dates, `${month}-01`, `${month}-30`);
    assert.deepEqual(['2026-09', '2026-11', '2026-12'].map(isIn), [false, true, false]);
    assert.equal(isEmployedIn(dates, '2026-10-01', '2026-10-31'), true);
    const isOn = (date: string) => isEmployedIn(dates, date, date);
    assert.deepEqual(['2026-10-30', '2026-10-31', '2026-11-27', '2026-11-28'].map(isOn), [
      false,
      true,
      true,
      false,
    ]);
    assert.equal(isEmployedIn({ entry_date: null, exit_date: null }, '2026-12-01', '2026-12-31'), true);
    assert.equal(isEmployedIn({}, '2026-12-01', '2026-12-31'), true);
  });

  it('has a place without being active only up to a last day', () => {
    assert.equal(hasPlace({ active: 0, exit_date: '2026-11-27' }), true);
    assert.equal(hasPlace({ active: 0, exit_date: null }), false);
    assert.equal(hasPlace({ active: 0 }), false);
    assert.equal(hasPlace({ active: 1 }), true);
  });
});
