// What the timer remembers of uploads is forgotten when nobody can send them again any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import { hireWithTimer, setClock, timerOptions } from './timer.ts';
import { work, written } from './booking.ts';

const day = 86_400;

onEveryEngine(
  'named uploads of the timer',
  (place) => {
    test('are remembered as long as deletions, and for 90 days at least', async () => {
      setClock(place.installation, '2026-06-02 08:00');
      const { engine } = place.installation.app;
      const ada = await hireWithTimer(place, 'ada');
      written(await ada.start({ task_id: work }));
      setClock(place.installation, '2026-06-02 09:00');
      written(await ada.stop({ client_unique_id: 'stop-1' }));
      const remembered = async (): Promise<number> =>
        inAccount(place.installation, (view) => view.count('timerUploads', []));
      const kept: readonly (readonly [moment: string, keptDays: number, left: number])[] = [
        ['2026-06-05 08:00', 1, 1],
        ['2026-08-31 09:00', 1, 1],
        ['2026-08-31 09:00:01', 400, 1],
        ['2026-08-31 09:00:01', 1, 0],
      ];
      for (const [moment, keptDays, left] of kept) {
        setClock(place.installation, moment);
        await purgeDeletions(engine.database, { keptSeconds: keptDays * day });
        assert.equal(await remembered(), left, `${moment}, ${keptDays} days`);
      }
    });
  },
  timerOptions,
);
