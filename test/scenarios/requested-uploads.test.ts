// Starts without connection of people who may not post-date: each is requested with the end that its stop says, in whatever
// order all is uploaded. HOURBOOK_TEST_SEED and HOURBOOK_TEST_RUNS repeat and lengthen a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { askedTimes, grantAll, requestIn, requestOf, requestsOf, trackingIn } from './asking.ts';
import { assertPart, pause, work, written } from './booking.ts';
import { rowsOf } from './timer-acts.ts';
import { affected, assertNothing, hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

const seed = Number(process.env['HOURBOOK_TEST_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const numRuns = Number(process.env['HOURBOOK_TEST_RUNS'] ?? 10);

const asks = { _request_user_comment: 'no connection' };
const offline = { is_offline_tracking: 1, ...asks };
const bound = { manual_timetracking: 0 };

/** What a phone without connection recorded at a minute after 8:00. */
interface Happening {
  readonly kind: 'start' | 'stop';
  readonly minute: number;
  readonly name?: string;
  readonly notes?: string;
}

const minutes = [10, 20, 30, 40, 50];

/** Starts have names of their own; stops none, that of something before, or their own. */
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

/** What is asked for when everything is uploaded in order, as people understand it. */
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

/** What is asked for, with the remark of the stop over that of the start. */
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

/** The times that a person asks for, and the remark that their tracking is to have. */
async function asked(client: Client): Promise<readonly string[]> {
  const times = await askedTimes(client);
  const trackings = await Promise.all((await requestsOf(client)).map(({ id }) => trackingIn(client, id)));
  return times.map((time, index) => {
    const notes = trackings[index]?.['notes'] ?? null;
    return notes === null ? time : `${time}, ${notes}`;
  });
}

onEveryEngine(
  `starts without connection that are requested (HOURBOOK_TEST_SEED=${seed})`,
  (place) => {
    const { at, today } = storyClock(place);

    test('end where their stops say, in whatever order these are uploaded', async () => {
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

    test('in any order and however often they are uploaded end as they do in order', async () => {
      const day = today('12:00');
      let round = 0;
      await fc.assert(
        fc.asyncProperty(stories, async ({ all, order }) => {
          const timer = await hireWithTimer(place, `story-${(round += 1)}`, bound);
          for (const index of order) await upload(timer, day, all[index] as Happening);
          assert.deepEqual(await asked(timer.client), inOrder(all));
        }),
        { seed, numRuns },
      );
    });

    test('keep their own remarks when a stop says something of what has ended already', async () => {
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

    test('take of several stops in a second what the same one says, whichever comes last', async () => {
      const day = today('12:00');
      const start: Happening = { kind: 'start', minute: 0, name: 'a', notes: 'own' };
      const stops = ['one', 'two'].map((notes): Happening => ({ kind: 'stop', minute: 60, notes }));
      for (const [index, order] of [[start, ...stops], stops.toReversed().concat(start)].entries()) {
        const timer = await hireWithTimer(place, `twice-${index}`, bound);
        for (const each of order) await upload(timer, day, each);
        assert.deepEqual(await asked(timer.client), ['08:00 – 09:00, two']);
      }
    });

    test('keep what a live stop says when something else is uploaded', async () => {
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

    test('count once without a name, however often they are uploaded and wherever they end by then', async () => {
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

    test('end at the first stop without a name, at the latest where the next start lies', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'first-stop', bound);
      for (const minute of [150, 90, 60]) await upload(timer, day, { kind: 'stop', minute });
      await upload(timer, day, { kind: 'start', minute: 0, name: 'a' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 09:00']);
      await upload(timer, day, { kind: 'start', minute: 30, name: 'b' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 08:30', '08:30 – 09:00']);
    });

    test('keep an end that somebody asks for', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'by-hand', bound);
      const { id } = requestIn(await upload(timer, day, { kind: 'start', minute: 0, name: 'a' }));
      const change = { new_end_time: `${day} 10:00:00` };
      written(await timer.client.put(`changeTimeTrackingRequests/update/${id}`, change));
      await upload(timer, day, { kind: 'stop', minute: 60, name: 'a' });
      await upload(timer, day, { kind: 'start', minute: 90, name: 'b' });
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 10:00', '09:30 – open']);
    });

    test('end before what is booked later, so that they can be asked for and granted', async () => {
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

    test('take what the stop says beside its time', async () => {
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
