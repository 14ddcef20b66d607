// Random changes of schedules and assignments: planned days, absences and timesheets match a simple model.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { personDays } from '#domain/schedules/person-days.ts';
import { dateAfter } from '#values/date-range.ts';
import { readOne } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import type { Answer } from '../support/client.ts';
import { runs } from '../support/property.ts';
import { accountOf, assertRebuilt } from '../timesheets/timesheets.ts';
import { absence, dayRows, enter, sickLeave } from '../absences/absence.ts';
import { written } from '../time-tracking/booking.ts';
import {
  apply,
  changesOf,
  firstDay,
  firstWorld,
  planOn,
  size,
  story,
  type Step,
  type World,
} from './schedule-model.ts';
import { schedulesOf } from './schedules.ts';

const counts = runs({ test: 8, long: 24, soak: 1_500 });
/** A Monday. */
const startsAt = '2026-03-02T12:00:00Z';
/** The days of each person's absence: most days that a history can change. */
const [leaves, returns] = [4, 60];

onEveryEngine(
  'random histories of schedules',
  (place) => {
    const { client, today, pass, make, setDay, setLimits, hireFor, give, redate, versions } = schedulesOf(
      place,
      startsAt,
    );
    let calendar: number;

    before(async () => {
      // Antarctica has no public holidays, in years to come either.
      calendar = (await client().create('publicHolidayTemplates', { country_id: 10 }))['id'];
    });

    /** The ids of schedules, people and absences on the server, by their place in the model. */
    interface Cast {
      readonly schedules: readonly number[];
      readonly people: { readonly id: number; readonly absence: number }[];
      readonly dateOf: (day: number) => string;
    }

    const hireOne = async (
      { dateOf }: Pick<Cast, 'dateOf'>,
      schedule: number,
    ): Promise<Cast['people'][number]> => {
      const id = await hireFor(schedule, {
        public_holiday_template_id: calendar,
        entry_date: dateOf(0),
        exit_date: dateOf(size.days - 1),
      });
      const row = await enter(client(), absence(id, dateOf(leaves), dateOf(returns), sickLeave));
      return { id, absence: row['id'] };
    };

    const begin = async (): Promise<Cast> => {
      await pass(8 - Temporal.PlainDate.from(today()).dayOfWeek);
      const zero = dateAfter(today(), -firstDay);
      const dateOf = (day: number): string => dateAfter(zero, day);
      const schedules = await Promise.all(Array.from({ length: size.schedules }, () => make()));
      const people: Cast['people'] = [];
      while (people.length < size.people) people.push(await hireOne({ dateOf }, schedules[0] as number));
      return { schedules, people, dateOf };
    };

    const end = async ({ id, absence: away }: Cast['people'][number]): Promise<void> => {
      for (const path of [`absences/delete/${away}`, `users/delete/${id}`])
        assert.equal((await client().delete(path)).status, 200, path);
    };

    const perform = async (cast: Cast, one: Step, { today: day }: World): Promise<Answer | undefined> => {
      switch (one.kind) {
        case 'pass':
          return void (await pass(one.days));
        case 'day': {
          const { weekday, hours } = one;
          const entity = { workday: hours === 0 ? 0 : 1, hours };
          return setDay(cast.schedules[one.schedule] as number, weekday, entity);
        }
        case 'limit':
          return setLimits(cast.schedules[one.schedule] as number, { law_limit_daily_hours: one.hours });
        case 'give': {
          const [person, schedule] = [cast.people[one.person], cast.schedules[one.schedule] as number];
          return give(person?.id as number, schedule, cast.dateOf(day + one.offset));
        }
        case 'date':
          return redate(cast.people[one.person]?.id as number, cast.dateOf(day + one.offset));
        case 'replace': {
          await end(cast.people[one.person] as Cast['people'][number]);
          cast.people[one.person] = await hireOne(cast, cast.schedules[one.schedule] as number);
          return undefined;
        }
      }
    };

    const assertAgree = async (cast: Cast, world: World): Promise<void> => {
      for (const [number, person] of cast.people.entries()) {
        const range = { from: cast.dateOf(0), to: cast.dateOf(size.days - 1) };
        const days = await inAccount(place.installation, (view) => personDays(view, person.id, range));
        const expected = Array.from({ length: size.days }, (_, day) => planOn(world, number, day));
        assert.deepEqual(
          days.map((day) => [day.date, day.hours, day.weekday?.['hours'], day.limits?.dailyHours]),
          expected.map(({ week, limit }, day) => {
            const hours = 100 * (week[day % 7] as number);
            return [cast.dateOf(day), hours, hours, 100 * limit];
          }),
        );
        const worked = expected
          .map(({ week }, day) => (week[day % 7] as number) > 0)
          .slice(leaves, returns + 1);
        const { duration } = await readOne(client(), 'absences', person.absence);
        assert.equal(duration, worked.filter(Boolean).length, 'what the absence costs');
        const rows = await dayRows(client(), { request_id: person.absence });
        assert.deepEqual(
          rows.map(({ value }) => value === 1),
          worked,
        );
        const account = await accountOf(client(), person.id, [range.from, range.to]);
        assert.deepEqual(
          account.map((row) => row['target_working_hours']),
          expected.map(({ week }, day) => (leaves <= day && day <= returns ? 0 : week[day % 7])),
        );
        await assertRebuilt(place, person.id);
      }
      for (const [number, schedule] of cast.schedules.entries())
        assert.equal((await versions(schedule)).length, 1 + changesOf(world, number));
    };

    test('matches the model after every step', async () => {
      let [taken, kept] = [0, 0];
      await fc.assert(
        fc.asyncProperty(story, async (steps) => {
          const cast = await begin();
          let world = firstWorld;
          for (const one of steps) {
            const next = apply(world, one);
            const answer = await perform(cast, one, world);
            if (answer !== undefined) written(answer);
            world = next;
            await assertAgree(cast, world);
            taken += 1;
          }
          kept += changesOf(world, 0) + changesOf(world, 1);
          for (const person of cast.people) await end(person);
        }),
        counts,
      );
      assert.ok(taken > counts.numRuns, `${taken} steps`);
      // A few histories may have no change that is kept; many have some.
      assert.ok(counts.numRuns < 50 || kept > counts.numRuns / 4, `${kept} changes that were kept`);
    });
  },
  // A token may be dated by a transaction that had begun before days passed.
  { startsAt, flags: { 'access-token-lifetime': '30d' } },
);
