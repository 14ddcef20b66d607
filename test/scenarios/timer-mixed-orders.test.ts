// What a phone recorded comes after what was started, stopped and passed live behind it: the rows are as if it had come in
// order. HOURBOOK_TEST_SEED and HOURBOOK_TEST_RUNS repeat and lengthen a run.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { pause, work, written } from './booking.ts';
import { rowsOf } from './timer-acts.ts';
import { hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

const seed = Number(process.env['HOURBOOK_TEST_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const numRuns = Number(process.env['HOURBOOK_TEST_RUNS'] ?? 25);

/** Something that happens at a minute of the morning, live or recorded without connection. */
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

/** Everything has a minute of its own, and a name stands for one start and any number of stops behind it. */
const mornings = fc
  .uniqueArray(happening, { minLength: 2, maxLength: 6, selector: ({ minute }) => minute })
  .map((all) => {
    const begun = new Set<string>();
    let runs = false;
    return all
      .toSorted((a, b) => a.minute - b.minute)
      .map((one) => {
        // A name that is live is known at once, whatever is uploaded under it later.
        const isOwn = one.kind === 'start' && one.late && one.name !== null && !begun.has(one.name);
        if (isOwn) begun.add(one.name);
        const isStopOf = one.kind === 'stop' && one.late && one.name !== null && begun.has(one.name);
        if (one.kind !== 'pass' && !one.late) runs = one.kind === 'start';
        // Live, a checkpoint is refused where nothing runs.
        const late = one.late || (one.kind === 'pass' && !runs);
        return { ...one, late, name: isOwn || isStopOf ? one.name : null };
      });
  });

/** What happens, as `minute kind said`, late what is in brackets, names with an `@`, and what comes of it. */
const stories: readonly (readonly [
  what: string,
  happenings: readonly string[],
  expected: readonly string[],
])[] = [
  [
    'what a live stop says goes to what was started late before it',
    ['1 start one 1', '(3 start two)', '5 stop three 3'],
    [`${work}: 1 – 3, notes one, geo_start_lat 1`, `${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'what a live stop says goes when a late stop came before it',
    ['1 start one', '(3 stop)', '5 stop three 3'],
    [`${work}: 1 – 3, notes one`],
  ],
  [
    'what somebody has written meanwhile stays when a live stop ends something else',
    ['1 start one', '2 note two', '(3 start)', '5 stop three 3'],
    [`${work}: 1 – 3, notes two`, `${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'what a late stop says of what was started live goes with it',
    ['1 start one', '(3 start)', '(5 stop three 3)'],
    [`${work}: 1 – 3, notes one`, `${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'a live stop that found nothing has said what it said',
    ['(3 start two)', '5 stop three 3'],
    [`${work}: 3 – 5, notes three, geo_end_lat 3`],
  ],
  [
    'a live stop under a name ends that and nothing that was started late in between',
    ['1 start one @a', '(3 start two)', '5 stop three 3 @a'],
    [`${work}: 1 – 3, notes one`, `${work}: 3 – running, notes two`],
  ],
  [
    'a checkpoint that was passed live follows a late start',
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

/** Fifteen minutes in which a story happens. */
interface Quarter {
  /** Of its person. */
  readonly name: string;
  /** Sets the clock to a minute of it. */
  set(minute: number): void;
  time(minute: number): string;
  minute(time: string): number;
}

onEveryEngine(
  `what is live and what comes late (HOURBOOK_TEST_SEED=${seed})`,
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

    /** What there is of somebody new after this, each with the minute at which the server hears of it. */
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
    /** Live acts cannot come in another order than that of their times. */
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

    test('leads to the rows that it leads to in order', async () => {
      const shuffled = mornings.chain((all) => {
        const late = all.filter((one) => one.late);
        const order = fc.shuffledSubarray([...late], { minLength: late.length, maxLength: late.length });
        return fc.record({ all: fc.constant(all), late: order });
      });
      const property = fc.asyncProperty(shuffled, async ({ all, late }) => {
        const expected = await inOrder(all);
        assert.deepEqual(await lateLast(all, late), expected);
      });
      await fc.assert(property, { seed, numRuns, endOnFailure: true });
    });
  },
  timerOptions,
);
