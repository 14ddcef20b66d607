// Users without the right to backdate upload starts without connection: each makes a request with the end of its stop, in
// every order of the uploads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answer, Client } from '../../support/client.ts';
import { runs } from '../../support/property.ts';
import { askedTimes, grantAll, requestIn, requestOf, requestsOf, trackingIn } from './asking.ts';
import { assertPart, pause, work, written } from '../booking.ts';
import { rowsOf } from '../timer/timer-acts.ts';
import {
  affected,
  assertNothing,
  hireWithTimer,
  storyClock,
  timerOptions,
  type Timer,
} from '../timer/timer.ts';

const asks = { _request_user_comment: 'no connection' };
const offline = { is_offline_tracking: 1, ...asks };
const bound = { manual_timetracking: 0 };

/** A call that a phone recorded without connection at a minute after 8:00. */
interface Happening {
  readonly kind: 'start' | 'stop';
  readonly minute: number;
  readonly name?: string;
  readonly notes?: string;
}

const minutes = [10, 20, 30, 40, 50];

/** Each start has its own name. A stop has no name, the name of an earlier call, or its own. */
const records: fc.Arbitrary<readonly Happening[]> = fc
  .tuple(
    ...minutes.map((minute) =>
      fc.record({
        kind: fc.constantFrom('start' as const, 'stop' as const),
        earlier: fc.option(fc.constantFrom(...minutes.filter((other) => other <= minute))),
        isNoted: fc.boolean(),
      }),
    ),
  )
  .map((all) =>
    all.map(({ kind, earlier, isNoted }, index): Happening => {
      const minute = minutes[index] as number;
      const happening = { kind, minute, ...(isNoted ? { notes: `${kind} ${minute}` } : {}) };
      if (kind === 'start') return { ...happening, name: `n${minute}` };
      return { ...happening, ...(earlier === null ? {} : { name: `n${earlier}` }) };
    }),
  );

const stories = fc.record({
  all: records,
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 0, 1, 2, 3, 4], { minLength: 10 }),
});

/** The requests that uploads in order lead to, by the documented rules. */
function inOrder(happenings: readonly Happening[]): readonly string[] {
  const lines: string[] = [];
  let running: Happening | null = null;
  const end = (minute: number, said?: string): void => {
    if (running !== null) lines.push(line(running, clock(minute), said));
    running = null;
  };
  for (const [index, happening] of happenings.entries()) {
    const { kind, minute, name, notes } = happening;
    const before = happenings.slice(0, index).filter((other) => name !== undefined && other.name === name);
    const started = before.find((other) => other.kind === 'start');
    if (kind === 'start') {
      end(minute);
      running = happening;
    } else if (started === undefined ? before.length === 0 : started.minute === minuteOf(running))
      end(minute, notes);
  }
  return running === null ? lines : [...lines, line(running, 'open')];
}

/** A requested tracking; the notes of the stop replace those of the start. */
function line({ minute, notes }: Happening, end: string, said = notes): string {
  return `${clock(minute)} – ${end}${said === undefined ? '' : `, ${said}`}`;
}

function minuteOf(running: Happening | null): number | null {
  return running?.minute ?? null;
}

function clock(minute: number): string {
  return `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

async function upload(timer: Timer, day: string, happening: Happening): Promise<Answer> {
  const { kind, minute, name, notes } = happening;
  const said = {
    ...(name === undefined ? {} : { client_unique_id: name }),
    ...(notes === undefined ? {} : { notes }),
  };
  const body = { time: `${day} ${clock(minute)}:00`, ...offline, ...said };
  const answer = await (kind === 'start' ? timer.start({ task_id: work, ...body }) : timer.stop(body));
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

/** The requested times and the notes of their trackings. */
async function asked(client: Client): Promise<readonly string[]> {
  const times = await askedTimes(client);
  const trackings = await Promise.all((await requestsOf(client)).map(({ id }) => trackingIn(client, id)));
  return times.map((time, index) => {
    const notes = trackings[index]?.['notes'] ?? null;
    return notes === null ? time : `${time}, ${notes}`;
  });
}

onEveryEngine(
  'requested starts without connection',
  (place) => {
    const { at, today } = storyClock(place);

    test('4 upload orders lead to requests with the ends of their stops', async () => {
      const morning: readonly Happening[] = [
        { kind: 'start', minute: 0, name: 'a' },
        { kind: 'stop', minute: 60, name: 'a' },
        { kind: 'start', minute: 120, name: 'b' },
        { kind: 'stop', minute: 180, name: 'b' },
      ];
      const orders = [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [1, 3, 0, 2],
        [2, 0, 3, 1],
      ] as const;
      for (const [index, order] of orders.entries()) {
        const day = today('12:00');
        const timer = await hireWithTimer(place, `in-order-${index}`, bound);
        for (const each of order) await upload(timer, day, morning[each] as Happening);
        assert.deepEqual(await askedTimes(timer.client), ['08:00 – 09:00', '10:00 – 11:00']);
        await grantAll(place, timer.client);
        assert.deepEqual(await timer.days(), [
          `${day} 08:00:00 – ${day} 09:00:00`,
          `${day} 10:00:00 – ${day} 11:00:00`,
        ]);
      }
    });

    test('random repeated uploads lead to the requests of the ordered uploads', async () => {
      const day = today('12:00');
      let round = 0;
      await fc.assert(
        fc.asyncProperty(stories, async ({ all, order }) => {
          const timer = await hireWithTimer(place, `story-${(round += 1)}`, bound);
          for (const index of order) await upload(timer, day, all[index] as Happening);
          assert.deepEqual(await asked(timer.client), inOrder(all));
        }),
        runs({ test: 10, long: 25, soak: 1000 }),
      );
    });

    test('a stop of an ended start does not change its notes', async () => {
      const day = today('12:00');
      const uploads: readonly Happening[] = [
        { kind: 'start', minute: 0, name: 'a', notes: 'own' },
        { kind: 'start', minute: 60, name: 'b' },
        { kind: 'stop', minute: 120, name: 'a', notes: 'too late' },
      ];
      for (const order of ['012', '102', '021', '201', '120', '210']) {
        const timer = await hireWithTimer(place, `own-${order}`, bound);
        for (const index of order) await upload(timer, day, uploads[Number(index)] as Happening);
        assert.deepEqual(await asked(timer.client), ['08:00 – 09:00, own', '09:00 – open'], order);
        await grantAll(place, timer.client);
        const rows = await rowsOf(place.machine, timer.person);
        assert.deepEqual(
          rows.map(({ notes }) => notes),
          ['own', null],
          order,
        );
      }
    });

    test('of two stops in one second the same one sets the notes in either order', async () => {
      const day = today('12:00');
      const start: Happening = { kind: 'start', minute: 0, name: 'a', notes: 'own' };
      const stops = ['one', 'two'].map((notes): Happening => ({ kind: 'stop', minute: 60, notes }));
      for (const [index, order] of [[start, ...stops], stops.toReversed().concat(start)].entries()) {
        const timer = await hireWithTimer(place, `twice-${index}`, bound);
        for (const each of order) await upload(timer, day, each);
        assert.deepEqual(await asked(timer.client), ['08:00 – 09:00, two']);
      }
    });

    test('notes of a live stop move to the start that it ends after an upload', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'live-stop', bound);
      await upload(timer, day, { kind: 'start', minute: 0, name: 'a', notes: 'own' });
      assertNothing(await timer.stop({ notes: 'live' }));
      await upload(timer, day, { kind: 'start', minute: 240, name: 'b' });
      assert.deepEqual(await asked(timer.client), ['08:00 – 12:00, live', '12:00 – open']);
      await upload(timer, day, { kind: 'start', minute: 60, name: 'c' });
      assert.deepEqual(await asked(timer.client), [
        '08:00 – 09:00, own',
        '09:00 – 12:00, live',
        '12:00 – open',
      ]);
    });

    test('a repeated upload without client_unique_id makes one request', async () => {
      const day = today('12:00');
      const times = { start_time: `${day} 08:00:00`, start_time_timezone: 'UTC', task_id: work, ...offline };
      const ways: readonly ((timer: Timer, notes: string) => Promise<Answer>)[] = [
        (timer, notes) => timer.start({ ...times, notes }),
        (timer, notes) => timer.toggle({ ...times, notes }),
        ({ client, person }, notes) =>
          client.post('timeTrackings/create', { user_id: person, ...times, notes }),
      ];
      for (const [index, send] of ways.entries()) {
        const timer = await hireWithTimer(place, `again-${index}`, bound);
        const { id } = requestIn(await send(timer, 'own'));
        assert.equal(requestIn(await send(timer, 'own'))['id'], id);
        await upload(timer, day, { kind: 'stop', minute: 60, notes: 'done' });
        assert.equal(requestIn(await send(timer, 'own'))['id'], id);
        assert.deepEqual(await asked(timer.client), ['08:00 – 09:00, done']);
        assert.notEqual(requestIn(await send(timer, 'other'))['id'], id);
      }
    });

    test('a start ends at the first unnamed stop, at the latest at the next start', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'first-stop', bound);
      for (const minute of [150, 90, 60]) await upload(timer, day, { kind: 'stop', minute });
      await upload(timer, day, { kind: 'start', minute: 0, name: 'a' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 09:00']);
      await upload(timer, day, { kind: 'start', minute: 30, name: 'b' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 08:30', '08:30 – 09:00']);
    });

    test('a stop does not change an end that the user wrote into the request', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'by-hand', bound);
      const { id } = requestIn(await upload(timer, day, { kind: 'start', minute: 0, name: 'a' }));
      const change = { new_end_time: `${day} 10:00:00` };
      written(await timer.client.put(`changeTimeTrackingRequests/update/${id}`, change));
      await upload(timer, day, { kind: 'stop', minute: 60, name: 'a' });
      await upload(timer, day, { kind: 'start', minute: 90, name: 'b' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 10:00', '09:30 – open']);
    });

    test('a requested start ends at the next tracking, and approval books it', async () => {
      const day = today('10:00');
      const timer = await hireWithTimer(place, 'back-online', bound);
      written(await timer.start({ task_id: pause }));
      at('10:05');
      await upload(timer, day, { kind: 'start', minute: 0, name: 'a' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 10:00']);
      await upload(timer, day, { kind: 'stop', minute: 60, name: 'a' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 09:00']);
      await grantAll(place, timer.client);
      assert.deepEqual(await timer.days(), [
        `${day} 08:00:00 – ${day} 09:00:00`,
        `${day} 10:00:00 – running`,
      ]);
    });

    test('a stop adds its notes and position to the request', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'remarks', bound);
      const { id } = requestIn(await upload(timer, day, { kind: 'start', minute: 0, name: 'a' }));
      const said = { notes: 'done', geo_lat: 48.5, client_unique_id: 'a', ...offline };
      const answer = await timer.stop({ ...said, time: `${day} 09:00:00` });
      assertNothing(answer);
      assert.deepEqual(
        affected(answer, 'changeTimeTrackingRequests').map((row) => row['new_end_time']),
        [`${day} 09:00:00`],
      );
      await grantAll(place, timer.client);
      const { time_tracking_id: tracking } = await requestOf(timer.client, id);
      assertPart(written(await timer.client.get(`timeTrackings/read/${tracking}`)), {
        notes: 'done',
        geo_end_lat: 48.5,
        duration: 3600,
      });
    });
  },
  timerOptions,
);
