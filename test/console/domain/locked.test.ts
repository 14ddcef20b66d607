// Bookings that touch an approved or confirmed day are shown as what cannot be changed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lockedOn, type Span } from '../../../console/domain/spans.ts';
import { momentOf } from '../../../console/domain/zones.ts';

const zone = 'Europe/Vienna';

function span(from: string, to: string | null): Span {
  const [start, end] = [from, to].map((time) => (time === null ? null : momentOf(`${time}:00`, zone)));
  return {
    id: 1,
    taskId: 1,
    start: start ?? 0,
    end: end ?? null,
    zone,
    isBreak: false,
    isLocked: false,
    notes: null,
  };
}

describe('a booking that touches an approved or confirmed day', () => {
  const closed = ['2026-11-17'];
  const cases: readonly (readonly [from: string, to: string | null, isLocked: boolean])[] = [
    ['2026-11-17 08:00', '2026-11-17 12:00', true],
    ['2026-11-16 22:00', '2026-11-17 00:00', false],
    ['2026-11-16 22:00', '2026-11-17 00:30', true],
    ['2026-11-15 22:00', '2026-11-18 06:00', true],
    ['2026-11-18 00:00', '2026-11-18 01:00', false],
    ['2026-11-17 08:00', null, true],
    ['2026-11-16 08:00', null, false],
  ];
  for (const [from, to, isLocked] of cases)
    it(`${isLocked ? 'is locked' : 'stays open'} from ${from} to ${to ?? 'now'}`, () => {
      assert.equal(lockedOn(span(from, to), closed).isLocked, isLocked);
    });

  it('is locked by the clocks of its own start', () => {
    const inTokyo = { ...span('2026-11-16 17:00', '2026-11-16 18:00'), zone: 'Asia/Tokyo' };
    assert.equal(lockedOn(inTokyo, closed).isLocked, true);
  });
});
