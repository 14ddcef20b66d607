// After every random step, a timesheet matches a model of its facts, a rebuild from scratch, and the copies of clients
// that synchronise it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { verifyPerson } from '#domain/timesheets/rebuild.ts';
import { dateAfter } from '#values/date-range.ts';
import { createCopy, type SynchronisedCopy } from '../contract/delta/synchronised-copy.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { runs } from '../support/property.ts';
import { foundCompany, ownModel } from './company.ts';
import { slices } from './booked-model.ts';
import { accountedDates, bookingOf, expectedOf, isCounted, type Written } from './facts.ts';
import type { Amounts } from './model.ts';
import { step, type Step } from './steps.ts';
import { take } from './story.ts';
import { noteSettled } from './story-terms.ts';
import { endStretches, isEmployedOn, stretchBeginning, stretchesOf } from './stretches.ts';
import { dateOf, momentOf, rowsOf, todayOf, trackingsOf, type Story, type World } from './world.ts';
import { accountOf, assertAgreed, assertRebuilt } from './timesheets.ts';
import { hire } from '../time-tracking/booking.ts';
import { setClock } from '../time-tracking/timer/timer.ts';

const counts = runs({ test: 8, long: 24, soak: 1_000 });

/** First dates: over both changes of the clocks, over two turns of the year, and up to the present. */
const firsts = ['2026-03-16', '2026-10-15', '2025-12-20', '2026-12-21', '2026-11-09'];
/** The server's clock stands in November 2026: timesheets end with the next year. */
const lastDay = '2027-12-31';
const followed = ['timesheetAccountings', 'timeTrackings', 'overtimeLedger'];

/** Tries so many histories, one after the other, in an account of their own. */
function declareHistories(place: Place, part: { readonly seed: number; readonly numRuns: number }): void {
  let world: World;
  let serial = 0;
  let settled = 0;

  before(async () => {
    world = {
      installation: place.installation,
      company: await foundCompany(place),
      breaks: { rule: 'off', from: '', areBreaks: true, longest: 4 },
      own: ownModel,
      minute: 0,
    };
    setClock(place.installation, momentOf(world));
  });

  async function begin(first: string, lasts: boolean, initial: number): Promise<Story> {
    const { machine, account } = place;
    const username = `accounted.${(serial += 1)}`;
    const calendar = (
      await machine.create('publicHolidayTemplates', {
        country_id: world.company.country,
        template_name: username,
      })
    )['id'] as number;
    const record = {
      entry_date: dateAfter(first, -10),
      exit_date: lasts ? null : dateAfter(first, 50),
      payroll_accounting_starts_at: null,
    };
    const person = await hire(machine, username, {
      department_id: world.company.departments[0],
      public_holiday_template_id: calendar,
      ...(lasts ? { timesheet_holiday_calc_yearly_amount: 25 } : {}),
      ...record,
      exit_date: null,
      ...termsOf(world.company, initial),
    });
    // After the exit the person cannot log in.
    const client = await account.login(username);
    await machine.put(`users/update/${person}`, { exit_date: record.exit_date });
    await machine.create('multiuserToUsers', {
      user_id: world.company.terminalId,
      assigned_user_id: person,
    });
    return {
      person,
      client,
      machine,
      admin: account.administrator,
      first,
      calendar,
      record,
      initial,
      former: [],
      schedules: [{ from: '0001-01-01', plan: 1 }],
      models: [{ from: '0001-01-01', model: null }],
      quotas: [],
    };
  }

  test('matches the model, a rebuild and every synchronised client', async () => {
    const history = fc.record({
      first: fc.constantFrom(...firsts),
      lasts: fc.boolean(),
      initial: fc.constantFrom(0, 250.5),
      steps: fc.array(step, { minLength: 4, maxLength: 36, size: 'max' }),
    });
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(history, async ({ first, lasts, initial, steps }) => {
        const story = await begin(first, lasts, initial);
        const written: Written = {
          paid: new Map(),
          added: new Map(),
          frozen: new Map(),
          kept: new Map(),
        };
        const followers = followersOf(place, world, story);
        const asking = (all: readonly Follower[]): readonly Follower[] =>
          hasLeft(world, story) ? all.filter(({ client }) => client !== story.client) : all;
        try {
          for (const [index, one] of steps.entries()) {
            const answer = await take(world, story, one);
            assert.ok((answer?.status ?? 200) < 500, `${JSON.stringify(one)}: ${answer?.text}`);
            if (answer?.status === 200) done.set(one.kind, (done.get(one.kind) ?? 0) + 1);
            await note(story, written, { one, answer });
            await noteSettled(place, story, written);
            await assertRight(place, story, one);
            await follow(asking(followers), index);
          }
          await assertModel(world, story, written);
          settled += (await rowsOf(place.machine, 'overtimeLedger', { user_id: story.person })).length;
          await assertRebuilt(place, story.person);
          if (lasts) await assertAgreed(place, story.person);
          for (const follower of asking(followers)) await assertFollowed(follower);
        } finally {
          await endStretches(story);
        }
      }),
      part,
    );
    const steps = [...done.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(settled > 0, 'nothing was settled');
    assert.ok(steps > part.numRuns, `only ${JSON.stringify([...done])} was done`);
  });
}

/** A person with initial hours has a salary that includes some of them, and a rule for the rest. */
function termsOf({ rules, cycles }: World['company'], initial: number): object {
  if (initial === 0) return {};
  return {
    payroll_accounting_initial_value_working_time_total_balance: initial,
    overtime_allowance_is_all_in: 1,
    overtime_allowance_included_overtime_hours_per_cycle: 7.5,
    working_time_balance_rule: rules[0],
    working_time_balance_rule_cycle_id: cycles[0],
  };
}

/** Tokens live for a month: an account has so many nights that each of these histories may have some. */
const perAccount = 24;
for (let done = 0; done < counts.numRuns; done += perAccount) {
  const part = { seed: counts.seed + done, numRuns: Math.min(perAccount, counts.numRuns - done) };
  onEveryEngine(`random histories of timesheets from ${done}`, (place) => declareHistories(place, part), {
    startsAt: '2026-11-20T12:00:00Z',
    flags: { 'access-token-lifetime': '30d' },
  });
}

/** What was written on a day, and what the day looked like when it froze. */
async function note(
  story: Story,
  { paid, added, frozen }: Written,
  { one, answer }: { readonly one: Step; readonly answer: Answer | null },
): Promise<void> {
  if (answer?.status !== 200) return;
  if (one.kind === 'pay') paid.set(dateOf(story, one.day), one.hours);
  if (one.kind === 'add') added.set(dateOf(story, one.day), one.hours);
  if (one.kind !== 'approve' && one.kind !== 'unapprove') return;
  const date = dateOf(story, one.day);
  const [row] = await rowsOf(story.machine, 'timesheetAccountings', { user_id: story.person, date });
  const approved = row?.['approved_by_user'] === 1 || row?.['approved_by_admin'] === 1;
  if (!approved) frozen.delete(date);
  else if (!frozen.has(date)) frozen.set(date, amountsOf(row as Envelope));
}

/** What of a frozen row stays: all but the marks of approval, sums with other days, and when it was changed. */
function amountsOf(row: Envelope): Amounts {
  const moving = /^(approved_by_\w+|holiday_balance|overtime_settled|data_changed)$/;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !moving.test(name)));
}

/** After every step, the account is what one made from scratch would be. */
async function assertRight({ installation }: Place, { person }: Story, one: Step): Promise<void> {
  const differences = await inAccount(installation, (view) => verifyPerson(view, person));
  assert.deepEqual(differences.slice(0, 10), [], JSON.stringify(one));
}

async function assertModel(world: World, story: Story, written: Written): Promise<void> {
  const rows = await accountOf(story.machine, story.person, ['0001-01-01', '9999-12-31']);
  const dates = rows.map(({ date }) => date as string);
  for (const date of accountedDates(story, lastDay)) assert.ok(dates.includes(date), `${date} has no row`);
  const expected = await expectedOf(world, story, { dates, ...written });
  for (const row of rows) {
    const amounts = expected.get(row['date']) as Amounts;
    const shown = Object.fromEntries(Object.keys(amounts).map((name) => [name, row[name]]));
    assert.deepEqual(shown, amounts, row['date']);
  }
  assertAddsUp(
    rows.filter(({ date }) => !written.frozen.has(date)),
    await trackingsOf(story),
  );
  await assertReported(world, story, rows);
}

/** From begin to end of a day there is work, break, unbooked time and travel, and nothing else. Minutes are whole. */
function assertAddsUp(rows: readonly Envelope[], trackings: readonly Envelope[]): void {
  const pieces = trackings
    .flatMap((row) => slices(bookingOf(row)))
    .filter(({ end, isBreak }) => end !== null && !isBreak)
    .toSorted((one, other) => one.start - other.start);
  for (const row of rows) {
    const work = pieces.filter(({ date }) => date === row['date']);
    const [begin, end] = [work[0]?.start ?? 0, work.at(-1)?.end ?? 0];
    const travel = work.reduce((sum, piece) => sum + (piece.isPaid ? (piece.end ?? 0) - piece.start : 0), 0);
    const hours = row['working_time'] + row['break'] + row['unbooked_time'];
    assert.equal(Math.round(hours * 60) * 60 + travel, end - begin, row['date']);
  }
}

/** What a report says of a period is what the balance was before and after it: of days that count and have begun. */
async function assertReported(world: World, story: Story, rows: readonly Envelope[]): Promise<void> {
  const today = todayOf(world);
  const counted = rows.filter(({ date }) => date <= today && isCounted(story, date));
  const first = dateOf(story, 0);
  for (const [from, to] of [
    [-12, 60],
    [0, 6],
    [7, 20],
  ] as const) {
    const period = { date_from: dateAfter(first, from), date_to: dateAfter(first, to) };
    const within = counted.filter(({ date }) => period.date_from <= date && date <= period.date_to);
    const former = counted.findLast(({ date }) => date < period.date_from);
    const [report] = await rowsOf(story.machine, 'overtimeReports', { user_id: story.person, ...period });
    assert.deepEqual(
      [report?.['opening_balance'], report?.['working_time_total_balance']],
      within.length === 0
        ? [undefined, undefined]
        : [openingOf(story, within[0], former), within.at(-1)?.['working_time_total_balance']],
      JSON.stringify(period),
    );
  }
}

/** The balance before a day: what its account begins with, or that of the day before. */
function openingOf(story: Story, first: Envelope | undefined, former: Envelope | undefined): unknown {
  const begins = stretchBeginning(story, first?.['date']);
  return begins?.initial ?? former?.['working_time_total_balance'] ?? stretchesOf(story)[0]?.initial;
}

interface Follower {
  readonly client: Client;
  readonly copy: SynchronisedCopy;
}

/** A machine, an administrator, the person's supervisor, the person, and a terminal that the person uses. */
function followersOf({ machine }: Place, { company }: World, story: Story): readonly Follower[] {
  return [machine, story.admin, company.boss, story.client, company.terminal].map((client) => ({
    client,
    copy: createCopy({ include: followed, beginsAnew: true }),
  }));
}

/** Whether the person can ask no more. */
function hasLeft(world: World, story: Story): boolean {
  const today = todayOf(world);
  const hasExit = stretchesOf(story).some(
    ({ record }) => record.exit_date !== null && record.exit_date < today,
  );
  return hasExit && !isEmployedOn(story, today);
}

/** One of them asks what is new. */
async function follow(followers: readonly Follower[], index: number): Promise<void> {
  const { copy, client } = followers[index % followers.length] as Follower;
  await copy.synchronise(client);
}

async function assertFollowed({ copy, client }: Follower): Promise<void> {
  await copy.synchronise(client);
  for (const name of followed) {
    const served = await rowsOf(client, name, { _order_by: 'id' });
    const held = [...(copy.resources.get(name)?.values() ?? [])].toSorted(
      (one, other) => one['id'] - other['id'],
    );
    assert.deepEqual(held.map(atRest), served.map(atRest), name);
  }
}

/** What runs grows by itself, which is no change. */
function atRest(row: Envelope): Envelope {
  return row['end_time'] === null && 'duration' in row ? { ...row, duration: null } : row;
}
