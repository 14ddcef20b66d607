// A zone gets new rules after trackings were stored: their instants stay. The tests store rows with an offset of other
// rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { assertPart, booking, hire, written } from './booking.ts';

const zone = 'Europe/Vienna';
const hour = 3600;

onEveryEngine('trackings from before a change of zone rules', (place) => {
  let serial = 0;

  /** A tracking from 08:00 to 10:00 whose offset is one hour more than the present rules say. */
  const bookedLongAgo = async (end: string | null = '2026-06-01 10:00'): Promise<Envelope> => {
    const person = await hire(place.machine, `person-${(serial += 1)}`);
    const span = booking(person, { start: '2026-06-01 08:00', end, zone });
    const { id } = written(await place.machine.post('timeTrackings/create', span));
    const moved = ['start', 'end'].map(
      (side) =>
        `${side}_instant = ${side}_instant - ${hour}, ${side}_time_offset = ${side}_time_offset + ${hour}`,
    );
    const sql = `update time_trackings set ${moved.join()}, row_revision = row_revision + 1 where account_id = ${place.account.id} and id = ${id}`;
    await place.installation.app.engine.database.write(place.account.id, (tx) =>
      tx.run({ sql, parameters: [] }),
    );
    return written(await place.machine.get(`timeTrackings/read/${id}`));
  };
  const update = async (row: Envelope, changes: object): Promise<Envelope> =>
    written(await place.machine.put(`timeTrackings/update/${row['id']}`, changes));

  test('answers with the stored times and offsets', async () => {
    assertPart(await bookedLongAgo(), {
      start_time: '2026-06-01 08:00:00',
      end_time: '2026-06-01 10:00:00',
      start_time_offset: 3 * hour,
      end_time_offset: 3 * hour,
      duration: 2 * hour,
    });
  });

  test('keeps the instants when other fields change or the row is sent back', async () => {
    const row = await bookedLongAgo();
    const { start_time, start_time_timezone, start_time_offset, end_time, end_time_timezone } = row;
    const same = { start_time, start_time_timezone, start_time_offset, end_time, end_time_timezone };
    for (const changes of [{ notes: 'checked' }, { ...same, notes: 'again' }, { start_time, end_time }])
      assertPart(await update(row, changes), {
        start_time_offset: 3 * hour,
        end_time_offset: 3 * hour,
        duration: 2 * hour,
      });
  });

  test('applies the present rules to a changed end and keeps the start', async () => {
    const row = await bookedLongAgo();
    assertPart(await update(row, { end_time: '2026-06-01 11:00:00' }), {
      start_time_offset: 3 * hour,
      end_time_offset: 2 * hour,
      duration: 4 * hour,
    });
  });

  test('checks overlap by the stored instants, not the local times', async () => {
    const row = await bookedLongAgo();
    const book = (start: string, end: string) =>
      place.machine.post('timeTrackings/create', booking(row['user_id'], { start, end, zone }));
    // 08:00 to 10:00 by the old rules is 07:00 to 09:00 by the present ones.
    const refused = assertRefused(await book('2026-06-01 07:00', '2026-06-01 07:30'), {
      status: 422,
      code: 'conflict',
    });
    assert.equal(refused['ErrorExtended'].data.id, row['id']);
    written(await book('2026-06-01 09:00', '2026-06-01 10:00'));
  });

  test('a cut keeps the offset of the other side', async () => {
    const row = await bookedLongAgo();
    const span = booking(row['user_id'], { start: '2026-06-01 08:00', end: '2026-06-01 12:00', zone });
    written(await place.machine.post('timeTrackings/create', { ...span, _insert_into_conflicting: 1 }));
    assertPart(written(await place.machine.get(`timeTrackings/read/${row['id']}`)), {
      start_time: '2026-06-01 08:00:00',
      start_time_offset: 3 * hour,
      end_time: '2026-06-01 08:00:00',
      end_time_offset: 2 * hour,
      duration: hour,
    });
  });

  test('a stop counts the duration from the stored start instant', async () => {
    const row = await bookedLongAgo(null);
    const stopped = await place.machine.put(`timeTrackings/stop/${row['id']}`, {
      end_time: '2026-06-01 10:00:00',
      timezone: zone,
    });
    assertPart(written(stopped), { start_time_offset: 3 * hour, duration: 3 * hour });
  });
});
