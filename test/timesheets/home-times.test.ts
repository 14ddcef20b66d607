// When the target of the running day is reached, as the server tells it.
import { before, test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { absence, decide, enter, homeOffice, specialLeave } from '../absences/absence.ts';
import { scheduleOf } from '../holidays/holidays.ts';
import { send, type Envelope } from '../support/client.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { runs } from '../support/property.ts';
import { pause, work, written } from '../time-tracking/booking.ts';
import { setClock } from '../time-tracking/timer/timer.ts';
import {
  assertKept,
  assertTold,
  clock,
  employ,
  flags,
  machineOf,
  secondsOf,
  under,
  utc,
  type Worker,
} from './home-worker.ts';
import type { models } from './rest-story.ts';
import { storedDayOf } from './timesheets.ts';

for (const { change, sunday, home } of [
  { change: 'forward', sunday: '2026-03-29', home: '10:00:00' },
  { change: 'back', sunday: '2026-10-25', home: '08:00:00' },
])
  onEveryEngine(
    `when to go home as clocks go ${change}`,
    (place) => {
      test(`counts hours that pass when clocks go ${change}`, async () => {
        const worker = await employ(place, await scheduleOf(place.machine, 7), under('german'));
        await worker.start(`${sunday}T00:30:00`);
        const told = await worker.ask(`${sunday}T00:40:00`);
        await assertTold(place, { worker, told }, [home, 1800]);
      });
    },
    { startsAt: `${sunday.slice(0, 8)}20T00:00:00Z`, flags },
  );

onEveryEngine(
  'when to go home',
  (place) => {
    let everyDay = 0;
    /** A calendar without holidays. */
    let public_holiday_template_id = 0;
    let day = Temporal.PlainDate.from('2026-06-04');
    before(async () => {
      everyDay = await scheduleOf(place.machine, 7);
      const [country] = rowsOf(await place.machine.get('countries/read', { _limit: 1 }));
      const calendar = { country_id: country?.['id'], template_name: 'None' };
      public_holiday_template_id = (await place.machine.create('publicHolidayTemplates', calendar))['id'];
    });
    /** A date of its own for each story: the clock of a server never goes back. */
    const next = (): string => (day = day.add({ days: 3 })).toString();
    const today = async (more: object = {}): Promise<{ worker: Worker; date: string }> => {
      const date = next();
      setClock(place.installation, `${date} 00:00`);
      return { worker: await employ(place, everyDay, { public_holiday_template_id, ...more }), date };
    };
    const nothing = {
      time_tracking_id: null,
      home_at: null,
      home_after: null,
      deducted_break: 0,
      course: [],
    };

    for (const [model, shown, deducted] of [
      ['off', '16:00:00', 0],
      ['none', '16:00:00', 0],
      ['german', '16:30:00', 1800],
      ['swiss', '16:30:00', 1800],
    ] as const)
      test(`counts ${deducted} s of break that is not booked by the model ${model}`, async () => {
        const { worker, date } = await today(under(model));
        const { id } = await worker.start(`${date}T08:00:00`);
        const told = await worker.ask(`${date}T08:10:00`);
        assert.deepEqual([told['date'], told['time_tracking_id']], [date, id]);
        await assertTold(place, { worker, told }, [shown, deducted]);
      });

    test('deducts only what is missing beside a booked break', async () => {
      const { worker, date } = await today(under('german'));
      setClock(place.installation, `${date} 10:30`);
      await worker.book(date, '08:00', '12:00');
      await worker.book(date, '12:00', '12:20', pause);
      await worker.start(`${date}T12:20:00`);
      const told = await worker.ask(`${date}T13:00:07`);
      await assertTold(place, { worker, told }, ['16:30:00', 600]);
    });

    test('deducts nothing beside a gap between bookings that is break enough', async () => {
      const { worker, date } = await today(under('german'));
      setClock(place.installation, `${date} 09:00`);
      await worker.book(date, '08:00', '10:00');
      await worker.start(`${date}T10:30:00`);
      await assertTold(place, { worker, told: await worker.ask() }, ['16:30:00', 0]);
    });

    test('tells the rest of the day when the break is being deducted', async () => {
      const { worker, date } = await today(under('german'));
      await worker.start(`${date}T08:00:00`);
      const told = await worker.ask(`${date}T14:10:00`);
      const stands = [21_600, 21_600, 28_800];
      assert.deepEqual(
        (told['course'] as Envelope[]).slice(0, 3).map(({ total }) => total),
        [stands[0], stands[1], 31_500 - 900],
      );
      await assertTold(place, { worker, told }, ['16:30:00', 1800]);
    });

    test('counts what a night has left for the present day', async () => {
      const { worker, date } = await today(under('german'));
      const eve = Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();
      setClock(place.installation, `${eve} 20:00`);
      await worker.start(`${eve}T22:00:00`);
      const told = await worker.ask(`${date}T01:00:00`);
      assert.equal(told['date'], date);
      await assertTold(place, { worker, told }, ['08:30:00', 1800]);
    });

    test('takes half a day of granted leave off the target, and none that is asked for', async () => {
      for (const isGranted of [false, true]) {
        const { worker, date } = await today(under('german'));
        const half = { ...specialLeave, request_partial_begin_duration: 0.5 };
        const { id } = await enter(worker.client, absence(worker.id, date, date, half));
        if (isGranted) assert.equal((await decide(worker.machine, 'approve', id)).status, 200);
        await worker.start(`${date}T08:00:00`);
        const told = await worker.ask(`${date}T08:00:01`);
        await assertTold(place, { worker, told }, isGranted ? ['12:00:00', 0] : ['16:30:00', 1800]);
      }
    });

    test('tells no moment without a target, after it, or when it is too late for it', async () => {
      const off = await today({ timesheet_template_id: await scheduleOf(await machineOf(place), 0) });
      await off.worker.start(`${off.date}T08:00:00`);
      const free = await off.worker.ask(`${off.date}T12:00:00`);
      const { worker, date } = await today(under('german'));
      await worker.start(`${date}T07:00:00`);
      const reached = await worker.ask(`${date}T15:30:00`);
      const late = await today();
      await late.worker.start(`${late.date}T20:00:00`);
      const evening = await late.worker.ask(`${late.date}T20:00:00`);
      for (const told of [free, reached, evening])
        assert.deepEqual(
          [told['home_at'], told['home_after'], told['deducted_break']],
          [null, null, 0],
          JSON.stringify(told),
        );
      await assertKept(place, late.worker, evening);
    });

    test('tells nothing while nothing runs, a break runs, or a timer runs for 16 hours', async () => {
      const { worker, date } = await today(under('german'));
      assert.deepEqual(await worker.ask(), { user_id: worker.id, date, ...nothing });
      await worker.start(`${date}T08:00:00`, pause);
      assert.deepEqual(await worker.ask(`${date}T08:10:00`), { user_id: worker.id, date, ...nothing });
      const forgotten = await today();
      await forgotten.worker.start(`${forgotten.date}T02:00:00`);
      assert.notEqual((await forgotten.worker.ask(`${forgotten.date}T17:59:59`))['time_tracking_id'], null);
      const { course } = await forgotten.worker.ask(`${forgotten.date}T18:00:00`);
      assert.deepEqual(course, []);
    });

    test('writes nothing', async () => {
      const { worker, date } = await today(under('german'));
      await worker.start(`${date}T08:00:00`);
      const known = await storedDayOf(place, worker.id, date);
      await worker.ask(`${date}T12:00:00`);
      assert.deepEqual(await storedDayOf(place, worker.id, date), known);
    });

    test('refuses other people, accounts and methods, and callers without a login', async () => {
      const { worker } = await today();
      const other = await employ(place, everyDay);
      const query = { user_id: other.id };
      const unknown = { status: 422, code: 'unknown_reference', field: 'user_id' } as const;
      assertRefused(await worker.client.get('homeTimes/read', query), unknown);
      const { name } = place.account;
      const administrator = await place.account.login('admin');
      assertRefused(await administrator.get('homeTimes/read', query), unknown);
      const denied = { status: 401, code: 'not_allowed' } as const;
      assertRefused(await worker.machine.get('homeTimes/read', query), denied);
      const missing = { status: 400, code: 'missing_parameter', field: 'user_id' } as const;
      assertRefused(await worker.client.get('homeTimes/read'), missing);
      const method = { status: 405, error: 400, code: 'wrong_method' } as const;
      assertRefused(await worker.client.post('homeTimes/read', query), method);
      const address = `${place.installation.address}/${name}/v4/homeTimes/read?user_id=${other.id}`;
      const open = await send(address, { method: 'GET' });
      assertRefused(open, { status: 403, code: 'authentication_missing' });
      const foreign = await place.installation.addAccount('elsewhere');
      const { token } = foreign.administrator;
      assert.equal((await send(address, { method: 'GET', token })).status, 401);
    });

    test('keeps its word for random days', async () => {
      const machine = await machineOf(place);
      const kind = { absence_type_id: homeOffice.type_id, absence_subtype_id: homeOffice.subtype_id };
      const type = rowOf(await machine.get('absenceTypes/read', kind));
      written(await machine.put(`absenceTypes/update/${type['id']}`, { add_to_working_hours: 1 }));
      const piece = fc.record({
        gap: fc.integer({ min: 0, max: 2_400 }),
        length: fc.integer({ min: 1, max: 6_000 }),
        task: fc.constantFrom(work, pause),
      });
      const story = fc.record({
        model: fc.constantFrom('german', 'austrian', 'swiss', 'off'),
        paid: fc.constantFrom(0, 10, 20),
        away: fc.constantFrom(null, homeOffice, specialLeave),
        pieces: fc.array(piece, { maxLength: 4 }),
        runs: fc.integer({ min: 0, max: 20_000 }),
      });
      await fc.assert(
        fc.asyncProperty(story, async ({ model, paid, away, pieces, runs: seconds }) => {
          const { worker, date } = await today({
            ...under(model as keyof typeof models),
            paid_break_day_quota_in_minutes: paid,
            paid_break_day_quota_valid_from: '2026-01-01',
          });
          const half = { request_partial_begin_duration: 0.5 };
          if (away !== null) {
            const { id } = await enter(worker.machine, absence(worker.id, date, date, { ...away, ...half }));
            await decide(worker.machine, 'approve', id);
          }
          let at = secondsOf(`${date}T05:00:00`);
          for (const { gap, length, task } of pieces) {
            setClock(place.installation, utc(at + gap + length));
            await worker.book(date, clock(at + gap), clock(at + gap + length), task);
            at += gap + length;
          }
          await worker.start(`${date}T${clock(at)}`);
          setClock(place.installation, utc(at + seconds));
          await assertKept(place, worker, await worker.ask());
        }),
        runs({ test: 5, long: 30, soak: 100 }),
      );
    });
  },
  { startsAt: '2026-06-04T00:00:00Z', flags },
);
