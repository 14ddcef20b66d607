// The server remembers uploads of the timer, so that later ones find them. The purge removes them after 90 days or more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { inAccount } from '../../support/account-view.ts';
import { assertPart, work, written } from '../booking.ts';
import { rowsOf } from './timer-acts.ts';
import { assertNothing, hireWithTimer, setClock, storyClock, timerOf, timerOptions } from './timer.ts';

const day = 86_400;

onEveryEngine(
  'the purge of remembered uploads',
  (place) => {
    const { at, today } = storyClock(place);

    test('a live stop ends a start uploaded later until the purge removes it', async () => {
      const first = today('10:00');
      const ivy = await hireWithTimer(place, 'ivy');
      assertNothing(await ivy.stop());
      at('12:00');
      const late = (time: string): object => ({
        task_id: work,
        time: `${first} ${time}`,
        is_offline_tracking: 1,
      });
      assertPart(written(await ivy.start(late('09:00:00'))), { end_time: `${first} 10:00:00` });
      for (let night = 0; night < 3; night += 1) today('12:00');
      await purgeDeletions(place.installation.app.engine.database, { keptSeconds: 2 * day });
      const again = timerOf(ivy.person, await place.account.login('ivy'), await place.account.login('admin'));
      written(
        await place.machine.delete(
          `timeTrackings/delete/${(await rowsOf(place.machine, ivy.person))[0]?.['id']}`,
        ),
      );
      assertPart(written(await again.start(late('09:00:00'))), { end_time: null });
    });

    test('keeps uploads as long as deletions, at least 90 days', async () => {
      setClock(place.installation, '2026-06-12 08:00');
      const { engine } = place.installation.app;
      const ada = await hireWithTimer(place, 'ada');
      written(await ada.start({ task_id: work }));
      setClock(place.installation, '2026-06-12 09:00');
      written(await ada.stop({ client_unique_id: 'stop-1' }));
      const remembered = async (): Promise<number> =>
        inAccount(place.installation, (view) =>
          view.count('timerUploads', [{ column: 'user_id', is: '=', value: ada.person }]),
        );
      const kept: readonly (readonly [moment: string, keptDays: number, left: number])[] = [
        ['2026-06-15 08:00', 1, 1],
        ['2026-09-10 09:00', 1, 1],
        ['2026-09-10 09:00:01', 400, 1],
        ['2026-09-10 09:00:01', 1, 0],
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
