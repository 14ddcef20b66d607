// Local times, zones and offsets of trackings: clock changes, flights, dates and live marks.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { booking, hire, written, type Times } from './booking.ts';

/** A booked tracking with its expected duration and offsets. */
interface Booked extends Times {
  readonly what: string;
  readonly seconds: number;
  readonly offsets: readonly [start: number, end: number];
}

const bookings: readonly Booked[] = [
  {
    what: 'the night in which clocks go forward lasts 7 hours',
    start: '2026-03-28 22:00',
    end: '2026-03-29 06:00',
    seconds: 25_200,
    offsets: [3600, 7200],
  },
  {
    what: 'the night in which clocks go back lasts 9 hours',
    start: '2026-10-24 22:00',
    end: '2026-10-25 06:00',
    seconds: 32_400,
    offsets: [7200, 3600],
  },
  {
    what: '23:00 in New York to 01:00 in Los Angeles has 5 hours',
    start: '2026-05-04 23:00',
    end: '2026-05-05 01:00',
    zone: 'America/New_York',
    endZone: 'America/Los_Angeles',
    seconds: 18_000,
    offsets: [-14_400, -25_200],
  },
  {
    what: 'a tracking over the date line ends on the day before',
    start: '2026-05-08 10:00',
    end: '2026-05-07 20:00',
    zone: 'Pacific/Auckland',
    endZone: 'Pacific/Honolulu',
    seconds: 28_800,
    offsets: [43_200, -36_000],
  },
  {
    what: 'a night on Lord Howe Island has 8.5 hours when clocks go back',
    start: '2026-04-04 22:00',
    end: '2026-04-05 06:00',
    zone: 'Australia/Lord_Howe',
    seconds: 30_600,
    offsets: [39_600, 37_800],
  },
  {
    what: 'a tracking in Kathmandu has the offset 05:45',
    start: '2026-06-02 09:00',
    end: '2026-06-02 17:00',
    zone: 'Asia/Kathmandu',
    seconds: 28_800,
    offsets: [20_700, 20_700],
  },
  {
    what: 'a night over the day that Samoa skipped has 8 hours',
    start: '2011-12-29 22:00',
    end: '2011-12-31 06:00',
    zone: 'Pacific/Apia',
    seconds: 28_800,
    offsets: [-36_000, 50_400],
  },
  {
    what: 'a renamed zone keeps the name that was sent',
    start: '2025-03-29 22:00',
    end: '2025-03-30 06:00',
    zone: 'Europe/Kiev',
    endZone: 'Europe/Kyiv',
    seconds: 25_200,
    offsets: [7200, 10_800],
  },
];

onEveryEngine('local times of trackings', (place) => {
  let person: number;
  before(async () => {
    person = await hire(place.machine, 'ada');
  });

  for (const { what, seconds, offsets, ...times } of bookings) {
    test(what, async () => {
      const sent = booking(person, times);
      const row = written(await place.machine.post('timeTrackings/create', sent));
      assert.equal(row['duration'], seconds);
      assert.deepEqual([row['start_time_offset'], row['end_time_offset']], offsets);
      for (const [name, value] of Object.entries(sent)) assert.equal(row[name], value, name);
      assert.equal(row['start_date'], times.start.slice(0, 10));
    });
  }

  test('refuses a nonexistent local time and names the next valid one', async () => {
    for (const [field, times] of [
      ['start_time', { start: '2026-03-29 02:30', end: '2026-03-29 09:00' }],
      ['end_time', { start: '2026-03-28 20:00', end: '2026-03-29 02:30' }],
    ] as const) {
      const answer = await place.machine.post('timeTrackings/create', booking(person, times));
      const refused = { status: 422, code: 'invalid_value', field } as const;
      const { ErrorMessage, ErrorExtended } = assertRefused(answer, refused);
      assert.match(ErrorMessage, /2026-03-29 03:00:00/);
      assert.deepEqual(ErrorExtended.data, { next_valid_time: '2026-03-29 03:00:00' });
    }
  });

  test('takes the first of two equal local times unless the offset says otherwise', async () => {
    const { machine } = place;
    const other = await hire(machine, 'twice');
    const twice = booking(other, { start: '2026-10-25 02:30', end: '2026-10-25 02:45' });
    const first = written(await machine.post('timeTrackings/create', twice));
    assert.deepEqual(
      [first['start_time_offset'], first['end_time_offset'], first['duration']],
      [7200, 7200, 900],
    );
    const second = written(
      await machine.post('timeTrackings/create', {
        ...twice,
        start_time_offset: 3600,
        end_time_offset: 3600,
      }),
    );
    assert.deepEqual(
      [second['start_time_offset'], second['end_time_offset'], second['duration']],
      [3600, 3600, 900],
    );
    await machine.delete(`timeTrackings/delete/${second['id']}`);
    await machine.delete(`timeTrackings/delete/${first['id']}`);
    const across = booking(other, { start: '2026-10-25 02:30', end: '2026-10-25 02:30' });
    assertRefused(await machine.post('timeTrackings/create', across), {
      status: 422,
      code: 'invalid_value',
      field: 'end_time',
    });
    const hour = written(await machine.post('timeTrackings/create', { ...across, end_time_offset: 3600 }));
    assert.equal(hour['duration'], 3600);
  });

  test('refuses an offset that the zone does not have at that time', async () => {
    const sent = {
      ...booking(person, { start: '2026-10-25 02:30', end: '2026-10-25 08:00' }),
      start_time_offset: 0,
    };
    const answer = await place.machine.post('timeTrackings/create', sent);
    assertRefused(answer, { status: 422, code: 'invalid_value', field: 'start_time_offset' });
  });

  test('reads a tracking by the local date of its start', async () => {
    const other = await hire(place.machine, 'night');
    for (const [zone, start, end] of [
      ['Europe/Vienna', '2026-06-01 21:00', '2026-06-02 03:00'],
      ['Pacific/Kiritimati', '2026-06-08 00:30', '2026-06-08 01:00'],
      ['America/Los_Angeles', '2026-06-10 23:30', '2026-06-11 00:30'],
    ] as const) {
      const row = written(
        await place.machine.post('timeTrackings/create', booking(other, { start, end, zone })),
      );
      assert.equal(row['start_date'], start.slice(0, 10));
      const found = await place.machine.get('timeTrackings/read', {
        user_id: other,
        start_date: start.slice(0, 10),
      });
      assert.deepEqual(found.json['Results'], [row]);
    }
  });

  test('dates of a user are the same in every zone', async () => {
    const dates = { birthday: '1985-03-31', entry_date: '2024-02-29', exit_date: '2026-10-25' };
    for (const timezone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Vienna']) {
      const id = await hire(place.machine, `dates-${timezone}`, { ...dates, timezone });
      const { birthday, entry_date, exit_date } = written(await place.machine.get(`users/read/${id}`));
      assert.deepEqual({ birthday, entry_date, exit_date }, dates);
    }
  });

  test('accepts a zone name in any letter case, refuses offsets and other names', async () => {
    const other = await hire(place.machine, 'zones');
    const named = booking(other, {
      start: '2026-07-01 08:00',
      end: '2026-07-01 09:00',
      zone: 'europe/vienna',
    });
    assert.equal(
      written(await place.machine.post('timeTrackings/create', named))['start_time_timezone'],
      'Europe/Vienna',
    );
    for (const zone of ['Europe/Wien', 'CET+1', '+02:00', 'Vienna']) {
      const sent = booking(other, { start: '2026-07-02 08:00', end: '2026-07-02 09:00', zone });
      const answer = await place.machine.post('timeTrackings/create', sent);
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'start_time_timezone' });
    }
  });

  test('a start 4 minutes ago is live, 6 minutes ago is not, the future is refused', async () => {
    const { machine } = place;
    for (const [minutes, live] of [
      [4, 1],
      [6, 0],
    ] as const) {
      const other = await hire(machine, `live-${minutes}`);
      const sentAt = Date.now();
      const row = written(
        await machine.post(
          'timeTrackings/create',
          booking(other, { start: ago(minutes), end: null, zone: 'UTC' }),
        ),
      );
      assert.deepEqual([row['is_start_live'], row['start_type_id'], row['status']], [live, live, 1]);
      // A start is sent in whole seconds.
      const passed = (Date.now() - sentAt) / 1000 + 1;
      assert.ok(
        row['duration'] >= minutes * 60 && row['duration'] <= minutes * 60 + passed,
        String(row['duration']),
      );
      const stopped = written(
        await machine.put(`timeTrackings/update/${row['id']}`, {
          end_time: ago(0),
          end_time_timezone: 'UTC',
        }),
      );
      assert.deepEqual([stopped['is_end_live'], stopped['status']], [1, 2]);
    }
    const answer = await machine.post(
      'timeTrackings/create',
      booking(person, { start: ago(-2), end: null, zone: 'UTC' }),
    );
    assertRefused(answer, { status: 422, code: 'rule_broken', field: 'start_time' });
  });
});

/** The UTC time so many minutes ago. */
function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}
