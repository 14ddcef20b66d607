// Calls without connection are uploaded after live calls of a later time: the rows are those of all calls in order.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Envelope } from '../../support/client.ts';
import { runs } from '../../support/property.ts';
import { pause, work, written } from '../booking.ts';
import { rowsOf } from './timer-acts.ts';
import { hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

/** A call at a minute of the morning, live or recorded without connection. */
interface Happening {
  readonly kind: 'start' | 'stop' | 'pass' | 'note';
  readonly late: boolean;
  readonly minute: number;
  readonly task: number;
  readonly name: string | null;
  readonly said: { readonly notes?: string; readonly geo_lat?: number };
}

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom('start', 'start', 'stop', 'stop', 'pass'),
  late: fc.boolean(),
  minute: fc.integer({ min: 1, max: 9 }),
  task: fc.constantFrom(work, pause),
  name: fc.constantFrom(null, null, 'a', 'b'),
  said: fc.record(
    { notes: fc.constantFrom('one', 'two', 'three'), geo_lat: fc.constantFrom(1, 2, 3) },
    { requiredKeys: [] },
  ),
});

/** Each call has its own minute. A name stands for one start and any number of later stops. */
const mornings = fc
  .uniqueArray(happening, { minLength: 2, maxLength: 6, selector: ({ minute }) => minute })
  .map((all) => {
    const begun = new Set<string>();
    let isRunning = false;
    return all
      .toSorted((a, b) => a.minute - b.minute)
      .map((one) => {
        // The server knows the name of a live call at once, before later uploads with it.
        const isOwn = one.kind === 'start' && one.late && one.name !== null && !begun.has(one.name);
        if (isOwn) begun.add(one.name);
        const isStopOf = one.kind === 'stop' && one.late && one.name !== null && begun.has(one.name);
        if (one.kind !== 'pass' && !one.late) isRunning = one.kind === 'start';
        // The server refuses a live checkpoint event when nothing runs.
        const late = one.late || (one.kind === 'pass' && !isRunning);
        return { ...one, late, name: isOwn || isStopOf ? one.name : null };
      });
  });

/** Calls as `minute kind notes latitude @name`, late ones in brackets, and the expected rows. */
const stories: readonly (readonly [
  what: string,
  happenings: readonly string[],
  expected: readonly string[],
])[] = [
  [
    'data of a live stop moves to a start uploaded later',
    ['1 start one 1', '(3 start two)', '5 stop three 3'],
    [`${work}: 1 – 3, notes one, geo_start_lat 1`, `${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'data of a live stop is dropped when a stop before it is uploaded',
    ['1 start one', '(3 stop)', '5 stop three 3'],
    [`${work}: 1 – 3, notes one`],
  ],
  [
    'notes of an update stay when the live stop ends a later start',
    ['1 start one', '2 note two', '(3 start)', '5 stop three 3'],
    [`${work}: 1 – 3, notes two`, `${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'data of a late stop moves with it to a late start',
    ['1 start one', '(3 start)', '(5 stop three 3)'],
    [`${work}: 1 – 3, notes one`, `${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'data of a live stop without a tracking goes to a start uploaded later',
    ['(3 start two)', '5 stop three 3'],
    [`${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'a live stop ends a late start after a late stop ended the one before',
    ['(1 start)', '(2 stop)', '(3 start)', '5 stop'],
    [`${work}: 1 – 2`, `${work}: 3 – 5`],
  ],
  [
    'a live stop with client_unique_id does not end a late start in between',
    ['1 start one @a', '(3 start two)', '5 stop three 3 @a'],
    [`${work}: 1 – 3, notes one`, `${work}: 3 – running, notes two`],
  ],
  [
    'a live checkpoint event moves to a late start before it',
    ['1 start', '(3 start two)', '4 pass', '5 stop'],
    [`${work}: 1 – 3`, `${work}: 3 – 5, notes two, passed 4`],
  ],
];

function happeningIn(line: string): Happening {
  const late = line.startsWith('(');
  const [minute, kind, ...all] = line.replaceAll(/[()]/g, '').split(' ');
  const words = all.filter((word) => !word.startsWith('@'));
  const [notes, geo_lat] = [words.find((word) => /\D/.test(word)), words.find((word) => /^\d+$/.test(word))];
  return {
    kind: kind as Happening['kind'],
    late,
    minute: Number(minute),
    task: work,
    name: all.find((word) => word.startsWith('@')) ?? null,
    said: {
      ...(notes === undefined ? {} : { notes }),
      ...(geo_lat === undefined ? {} : { geo_lat: Number(geo_lat) }),
    },
  };
}

/** The fifteen minutes of one story. */
interface Quarter {
  /** The name of its user. */
  readonly name: string;
  /** Sets the clock to a minute of it. */
  set(minute: number): void;
  time(minute: number): string;
  minute(time: string): number;
}

onEveryEngine(
  'live calls and late uploads',
  (place) => {
    const { at, today } = storyClock(place);
    let serial = 0;
    let day = '';
    before(async () => {
      const checkpoint_id = (await place.machine.create('checkpoints', { name: 'Gate' }))['id'];
      await place.machine.create('nfcTransponders', { mode_id: 4, unique_id: 'gate', checkpoint_id });
    });

    /** The next quarter of an hour of the stories, minute by minute: the server's clock never goes back. */
    const nextQuarter = (): Quarter => {
      const quarter = ((serial += 1) - 1) % 88;
      if (quarter === 0) day = today('00:00');
      const timeOf = (minute: number): string => {
        const all = quarter * 15 + minute;
        return [Math.trunc(all / 60), all % 60].map((part) => String(part).padStart(2, '0')).join(':');
      };
      return {
        name: `ann-${serial}`,
        set: (minute) => at(timeOf(minute)),
        time: (minute) => `${day} ${timeOf(minute)}:00`,
        minute: (time) => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16)) - quarter * 15,
      };
    };

    const happen = async (timer: Timer, quarter: Quarter, one: Happening): Promise<void> => {
      const { kind, late, minute, task, name, said } = one;
      const call = {
        ...(late ? { time: quarter.time(minute), timezone: 'UTC', is_offline_tracking: 1 } : {}),
        ...(name === null ? {} : { client_unique_id: name }),
        ...said,
      };
      if (kind === 'start') written(await timer.start({ ...call, task_id: task }));
      else if (kind === 'stop') assert.equal((await timer.stop(call)).status, 200);
      else if (kind === 'note') {
        const id = (await timer.current())?.['id'];
        written(await timer.client.put(`timeTrackings/update/${id}`, said));
      } else await timer.toggle({ ...call, _nfc_unique_id: 'gate' });
    };

    /** The trackings of a new user after these calls, each sent at the given minute. */
    const booked = async (all: readonly (readonly [number, Happening])[]): Promise<readonly string[]> => {
      const quarter = nextQuarter();
      quarter.set(0);
      const timer = await hireWithTimer(place, quarter.name);
      for (const [minute, one] of all) {
        quarter.set(minute);
        await happen(timer, quarter, one);
      }
      const lines: string[] = [];
      for (const row of await rowsOf(place.machine, timer.person)) {
        const said = ['notes', 'geo_start_lat', 'geo_end_lat'].flatMap((name) =>
          row[name] === null ? [] : [`${name} ${row[name]}`],
        );
        const query = { time_tracking_id: row['id'] };
        const gates = (await place.machine.get('checkpointTrackings/read', query)).json['Results'];
        const passed = (gates as Envelope[]).map((gate) => `passed ${quarter.minute(gate['timestamp'])}`);
        const end = row['end_time'] === null ? 'running' : quarter.minute(row['end_time']);
        const times = `${row['task_id']}: ${quarter.minute(row['start_time'])} – ${end}`;
        lines.push([times, ...said, ...passed.toSorted()].join(', '));
      }
      return lines;
    };
    const inOrder = (all: readonly Happening[]): Promise<readonly string[]> =>
      booked(all.toSorted((a, b) => a.minute - b.minute).map((one) => [one.minute, one]));
    /** Live calls keep the order of their times; late ones come after them in any order. */
    const lateLast = (all: readonly Happening[], late: readonly Happening[]): Promise<readonly string[]> =>
      booked([
        ...all
          .filter((one) => !one.late)
          .toSorted((a, b) => a.minute - b.minute)
          .map((one) => [one.minute, one] as const),
        ...late.map((one) => [10, one] as const),
      ]);

    for (const [what, lines, expected] of stories)
      test(what, async () => {
        const all = lines.map(happeningIn);
        const late = all.filter((one) => one.late);
        for (const order of [late, late.toReversed(), [...late, ...late]])
          assert.deepEqual(await lateLast(all, order), expected);
        assert.deepEqual(await inOrder(all), expected);
      });

    test('random late uploads give the rows of the ordered calls', async () => {
      const shuffled = mornings.chain((all) => {
        const late = all.filter((one) => one.late);
        const order = fc.shuffledSubarray([...late], { minLength: late.length, maxLength: late.length });
        return fc.record({ all: fc.constant(all), late: order });
      });
      const property = fc.asyncProperty(shuffled, async ({ all, late }) => {
        const expected = await inOrder(all);
        assert.deepEqual(await lateLast(all, late), expected);
      });
      await fc.assert(property, { ...runs({ test: 25, long: 63, soak: 2500 }), endOnFailure: true });
    });
  },
  timerOptions,
);
