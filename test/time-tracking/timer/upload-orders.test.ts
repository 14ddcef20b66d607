// Calls that were recorded without connection lead to the same rows in every order of the uploads, also repeated.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Client } from '../../support/client.ts';
import { runs } from '../../support/property.ts';
import { permutations } from '../../support/permutations.ts';
import { hire, pause, work } from '../booking.ts';
import { rowsOf } from './timer-acts.ts';
import { storyClock, timerOptions } from './timer.ts';

/** Tags that start work after they end a tracking. */
const tags = {
  task: { mode_id: 2, task_id: pause },
  project: { mode_id: 3, project_id: 3 },
};

/** A call that a phone recorded without connection at a minute of the morning. */
interface Recorded {
  readonly kind: 'start' | 'stop' | 'toggle';
  readonly minute: number;
  /** `null`: the call has no task. */
  readonly task: number | null;
  /** The tag of a toggle, in place of a task. */
  readonly tag?: keyof typeof tags | null;
  readonly name: string | null;
  /** Notes and latitude of the call. */
  readonly said?: { readonly notes?: string; readonly geo_lat?: number };
}

const recorded: fc.Arbitrary<Recorded> = fc.record({
  kind: fc.constantFrom('start', 'start', 'stop', 'stop', 'toggle'),
  minute: fc.nat({ max: 9 }),
  task: fc.constantFrom(work, pause),
  tag: fc.constantFrom(null, null, 'task' as const, 'project' as const),
  name: fc.constantFrom(null, null, 'a', 'a', 'b'),
  said: fc.record(
    { notes: fc.constantFrom('one', 'two', 'three'), geo_lat: fc.constantFrom(1, 2, 3) },
    { requiredKeys: [] },
  ),
});

/**
 * A name stands for one start or toggle, and for any number of stops. Each call has its own minute; the stories below cover
 * calls in one second.
 */
const recordings = fc
  .uniqueArray(recorded, { minLength: 2, maxLength: 6, selector: ({ minute }) => minute })
  .map((all) => {
    const begun = new Set<string>();
    return all.map((one) => {
      if (one.kind === 'stop' || one.name === null) return one;
      if (begun.has(one.name)) return { ...one, name: null };
      begun.add(one.name);
      return one;
    });
  });

/** Recorded calls as `kind minute name #notes`, and the expected rows as `task name: from – to`. */
const stories: readonly (readonly [what: string, acts: readonly string[], expected: readonly string[]])[] = [
  [
    'a named stop ends the start of its name only',
    ['start 0', 'start 3 a', 'stop 6 a'],
    [`${work} null: 08:00:00 – 08:03:00`, `${work} a: 08:03:00 – 08:06:00`],
  ],
  [
    'a named stop after the next start ends nothing',
    ['start 0 a', 'start 3 b', 'stop 6 a'],
    [`${work} a: 08:00:00 – 08:03:00`, `${work} b: 08:03:00 – running`],
  ],
  [
    'a named stop before a toggle makes the toggle a start',
    ['start 0 a', 'stop 3 a', 'toggle 6'],
    [`${work} a: 08:00:00 – 08:03:00`, `${work} null: 08:06:00 – running`],
  ],
  [
    'the first of two stops of one name counts',
    ['start 0 a', 'stop 2 a', 'start 4', 'stop 6 a'],
    [`${work} a: 08:00:00 – 08:02:00`, `${work} null: 08:04:00 – running`],
  ],
  [
    'a start may take the name of an earlier stop',
    ['start 0', 'stop 2 a', 'start 4 a', 'stop 6 a'],
    [`${work} null: 08:00:00 – 08:02:00`, `${work} a: 08:04:00 – 08:06:00`],
  ],
  [
    'a toggle without a task stops',
    ['start 2', 'toggle-without-task 6'],
    [`${work} null: 08:02:00 – 08:06:00`],
  ],
  [
    'three toggles without a task stop, start and stop',
    ['start 0', 'toggle-without-task 2', 'toggle-without-task 4', 'toggle-without-task 6'],
    [`${work} null: 08:00:00 – 08:02:00`, `${work} null: 08:04:00 – 08:06:00`],
  ],
  [
    'two starts in one second are one tracking of the later name',
    ['start 2 a', 'break 2 b', 'stop 6 a'],
    [`${pause} b: 08:02:00 – 08:06:00`],
  ],
  [
    'a start and a toggle in one second are the start',
    ['start 0', 'break 3 a', 'toggle 3 b', 'stop 6 a'],
    [`${work} null: 08:00:00 – 08:03:00`, `${pause} a: 08:03:00 – 08:06:00`],
  ],
  [
    'two toggles in one second are one toggle',
    ['start 0', 'toggle 3 a', 'toggle 3 b', 'toggle 6 c'],
    [`${work} null: 08:00:00 – 08:03:00`, `${work} c: 08:06:00 – running`],
  ],
  [
    'a stop with the name of a stopping toggle ends nothing',
    ['start 0', 'toggle 3 a', 'start 3', 'stop 6 a'],
    [`${work} null: 08:00:00 – 08:03:00`, `${work} null: 08:03:00 – running`],
  ],
  [
    'a stop by the name of a toggle ends the start in its second',
    ['toggle 3 a', 'break 3', 'stop 6 a'],
    [`${pause} null: 08:03:00 – 08:06:00`],
  ],
  [
    'a stop in the second of its start leaves one second',
    ['start 0', 'start 3 a', 'stop 3 a'],
    [`${work} null: 08:00:00 – 08:03:00`, `${work} a: 08:03:00 – 08:03:01`],
  ],
  [
    'notes of a starting tag do not change an ended tracking',
    ['break 0 a #own', 'toggle 3', 'tag 6 #said'],
    [`${pause} a: 08:00:00 – 08:03:00, own`, `${pause} null: 08:06:00 – running, said`],
  ],
  [
    'notes of a tag go to the tracking that it ends',
    ['break 0 a #own', 'break 3 b #new', 'tag 6 #said'],
    [
      `${pause} a: 08:00:00 – 08:03:00, own`,
      `${pause} b: 08:03:00 – 08:06:00, said`,
      `${work} null: 08:06:00 – running, said`,
    ],
  ],
  [
    'notes of a tag go to a tracking that runs up to it by an upload',
    ['stop 0 n', 'start 1 a #own', 'stop 3 n', 'project-tag 6 #said'],
    [`${work} a: 08:01:00 – 08:06:00, said`, `${work} null: 08:06:00 – running, said`],
  ],
];

function recordedIn(line: string): Recorded {
  const [spoken = '', notes] = line.split(' #');
  const [what = '', minute, name = null] = spoken.split(' ');
  const tag = what === 'tag' ? 'task' : what === 'project-tag' ? 'project' : null;
  const kind = tag !== null || what.startsWith('toggle') ? 'toggle' : what === 'stop' ? 'stop' : 'start';
  const task = what === 'toggle-without-task' ? null : what === 'break' ? pause : work;
  return { kind, minute: Number(minute), task, tag, name, said: notes === undefined ? {} : { notes } };
}

/** The tag or task of the call, as it is sent. */
function aimOf({ kind, task, tag = null }: Recorded): object {
  if (kind === 'toggle' && tag !== null) return { _nfc_unique_id: tag };
  return kind === 'stop' || task === null ? {} : { task_id: task };
}

onEveryEngine(
  'upload orders',
  (place) => {
    const { today } = storyClock(place);
    let serial = 0;
    before(async () => {
      for (const [unique_id, meant] of Object.entries(tags))
        await place.machine.create('nfcTransponders', { unique_id, start_task_afterwards: work, ...meant });
    });

    /** Uploads all calls for a new user and answers the rows. */
    const upload = async (
      client: Client,
      day: string,
      all: readonly Recorded[],
    ): Promise<readonly string[]> => {
      const person = await hire(client, `phone-${(serial += 1)}`, { timezone: 'UTC' });
      for (const one of all) {
        const { kind, minute, name, said } = one;
        const { status, text } = await client.post(`timeTrackings/${kind}`, {
          user_id: person,
          ...aimOf(one),
          time: `${day} 08:0${minute}:00`,
          timezone: 'UTC',
          is_offline_tracking: 1,
          ...said,
          ...(name === null ? {} : { client_unique_id: name }),
        });
        assert.equal(status, 200, text);
      }
      return (await rowsOf(client, person)).map((row) => {
        const said = ['notes', 'geo_start_lat', 'geo_end_lat'].flatMap((name) => row[name] ?? []);
        const times = `${row['start_time'].slice(11)} – ${row['end_time']?.slice(11) ?? 'running'}`;
        return [`${row['task_id']} ${row['client_unique_id']}: ${times}`, ...said].join(', ');
      });
    };

    /** Checks that the order of uploading does not matter. */
    const assertSame = async (all: readonly Recorded[], order: readonly Recorded[]): Promise<void> => {
      const day = today('12:00');
      const client = await place.account.login('admin');
      const inOrder = all.toSorted((a, b) => a.minute - b.minute);
      const expected = await upload(client, day, inOrder);
      assert.deepEqual(await upload(client, day, order), expected, JSON.stringify(order));
    };

    for (const [what, acts, expected] of stories)
      test(`in every order: ${what}`, async () => {
        const day = today('12:00');
        const client = await place.account.login('admin');
        for (const order of permutations(acts.map(recordedIn)))
          assert.deepEqual(await upload(client, day, order), expected, JSON.stringify(order));
      });

    test('random repeated uploads give the rows of the ordered uploads', async () => {
      const shuffled = recordings.chain((all) =>
        fc
          .tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length }))
          .map(([one, some]) => [one, [...some, ...one.filter((act) => !some.includes(act))]] as const),
      );
      await fc.assert(
        fc.asyncProperty(shuffled, async ([all, order]) => assertSame(all, order)),
        runs({ test: 10, long: 150, soak: 6000 }),
      );
    });
  },
  timerOptions,
);
