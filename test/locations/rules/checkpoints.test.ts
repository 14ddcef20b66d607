// The rules of a checkpoint tracking mark it as live and check its local time.
import assert from 'node:assert/strict';
import test from 'node:test';
import { noteLive } from '#domain/time-tracking/checkpoints/complete-checkpoint-tracking.ts';
import { localText } from '#values/time-zone.ts';
import { changeOf, noon, refusal } from '../../support/change-of.ts';

test('marks a checkpoint as live within 300 seconds of its time', () => {
  const liveAt = (instant: number): unknown => {
    const change = changeOf({
      sent: { timestamp: localText(instant, 'Asia/Tokyo'), timezone: 'Asia/Tokyo' },
    });
    void noteLive(change, null as never);
    return change.after['is_live'];
  };
  assert.deepEqual([noon - 301, noon - 300, noon, noon + 300, noon + 301].map(liveAt), [0, 1, 1, 1, 0]);
});

test('refuses a checkpoint at a local time that daylight saving skips', () => {
  const change = changeOf({ sent: { timestamp: '2026-03-29 02:30:00', timezone: 'Europe/Vienna' } });
  assert.throws(() => void noteLive(change, null as never), refusal('invalid_value', 'timestamp'));
});
