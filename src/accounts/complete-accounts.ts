// What a newer version gives every account: added once to those that older versions made, as soon as a server of this
// version starts. Each step looks for itself what is missing.
import { createHash } from 'node:crypto';
import type { Engine } from '#engine/engine.ts';
import type { WriteRun } from '#engine/write/write-run.ts';
import { keepLastEmployment } from '#domain/employments/follow-employments.ts';
import { settlingColumns } from '#domain/settlements/settlement-terms.ts';
import { lastDayToFill } from '#domain/days/employment.ts';
import { extendAccount } from '#domain/timesheets/keep-account.ts';
import { rebuildPerson } from '#domain/timesheets/rebuild.ts';
import { holdSinceEver } from '#domain/schedules/keep-versions.ts';
import { beginTermsOf } from '#domain/terms/note-terms.ts';
import { renewStatuses } from '#domain/status/keep-status.ts';
import { accountsOfOtherEdition, hasSequence, setEdition, writeIfListed } from '#sql/accounts.ts';
import { continueSequence } from '#sql/store.ts';
import { expectNextMail, expectNextTurn } from '#sql/due-work.ts';
import { scheduleSequence, seedSchedulesLater } from './seed-schedules.ts';
import { standingRows } from './standing-rows.ts';
import { asServer } from './system-run.ts';
import type { Row, View } from '#resource/rule.ts';
import type { Tx } from '#sql/database.ts';

/** In this order; a step that is added here is run once in every account. */
const steps: Readonly<Record<string, (run: WriteRun, tx: Tx) => Promise<void>>> = {
  standingRows: addStandingRows,
  schedules: addSchedules,
  scheduleVersions: beginVersions,
  statuses: addStatuses,
  dayAccounts: beginDayAccounts,
  personTerms: beginPersonTerms,
  dueWorkOfAccounts: expectDueWork,
  unbookedTime: countUnbookedTime,
  employments: addEmployments,
  settlements: settlePeople,
};

/** What an account that needs nothing is complete for: it changes when steps or standing rows do. */
export function presentEdition(): string {
  const content = JSON.stringify([Object.keys(steps), standingRows(0)]);
  return createHash('sha256').update(content).digest('base64url');
}

/** Gives accounts what they miss, one transaction each. Several servers may do it at once. */
export async function completeAccounts(engine: Engine): Promise<void> {
  const edition = presentEdition();
  const incomplete = await engine.database.read(null, (tx) => accountsOfOtherEdition(tx, edition));
  for (const account of incomplete) {
    await writeIfListed(engine.database, account.id, async (tx) => {
      await asServer(engine, { tx, account }, async (run) => {
        for (const step of Object.values(steps)) await step(run, tx);
      });
      await setEdition(tx, { accountId: account.id, edition });
    });
  }
}

async function addStandingRows(run: WriteRun, tx: Tx): Promise<void> {
  for (const { resource, table, rows } of standingRows(tx.now)) {
    const isThere = await hasSequence(tx, { accountId: run.accountId, sequence: table });
    await run.unit(() => {
      // People may add to some of them: what an account never had begins after the standing ones.
      if (!isThere) continueSequence(run, { sequence: table, next: rows.length + 1 });
      const ids = new Set(run.view.find(resource, []).map((row) => row['id']));
      for (const row of rows.filter(({ id }) => !ids.has(id ?? null))) run.view.insert(resource, row);
    });
  }
}

async function addSchedules(run: WriteRun, tx: Tx): Promise<void> {
  const isThere = await hasSequence(tx, { accountId: run.accountId, sequence: scheduleSequence });
  if (!isThere) await seedSchedulesLater(run);
}

/** Does something about each row that a look at the account finds: one unit of work each. */
async function forEach<T>(
  run: WriteRun,
  find: (view: View) => readonly T[],
  work: (view: View, one: T) => void,
): Promise<void> {
  for (const one of await run.unit(() => find(run.view))) {
    await run.yieldToEventLoop();
    await run.unit(() => work(run.view, one));
  }
}

function beginVersions(run: WriteRun): Promise<void> {
  return forEach(
    run,
    (view) => {
      const known = new Set(view.find('scheduleVersions', []).map((row) => row['timesheet_template_id']));
      return view.find('workSchedules', []).filter(({ id }) => !known.has(id ?? null));
    },
    (view, { id }) => holdSinceEver(id, view),
  );
}

function addStatuses(run: WriteRun): Promise<void> {
  return run.unit(() => {
    const { view } = run;
    const known = new Set(view.find('userStatusOverview', []).map((row) => row['id']));
    const people = view.find('users', []).map((row) => row['id']);
    renewStatuses(view, { ids: people.filter((id) => !known.has(id)), now: run.tx.now });
  });
}

function beginDayAccounts(run: WriteRun): Promise<void> {
  return forEach(
    run,
    (view) => view.find('users', [{ column: 'accounted_until', is: 'null' }]),
    (view, person) =>
      extendAccount(view, person, { until: lastDayToFill(person, run.tx.now), now: run.tx.now }),
  );
}

/** People of whom a resource has no row that names them. */
function peopleWithout(view: View, resource: 'employments' | 'usersArchiveHistory'): readonly Row<'users'>[] {
  const known = new Set(view.find(resource, []).map((row) => row.user_id));
  return view.find('users', []).filter(({ id }) => !known.has(id));
}

function beginPersonTerms(run: WriteRun): Promise<void> {
  return forEach(
    run,
    (view) => peopleWithout(view, 'usersArchiveHistory'),
    (view, person) => beginTermsOf(person, view, run.tx.now),
  );
}

/** Days that were counted before gaps between bookings were. */
function countUnbookedTime(run: WriteRun): Promise<void> {
  return forEach(
    run,
    (view) => view.find('users', [{ column: 'accounted_until', is: 'not null' }]),
    (view, { id }) => {
      const uncounted = view.count('timesheetAccountings', [
        { column: 'user_id', is: '=', value: id },
        { column: 'frame', is: 'not null' },
        { column: 'unbooked_time', is: 'null' },
        { column: 'approved_by_user', is: '=', value: 0 },
        { column: 'approved_by_admin', is: '=', value: 0 },
      ]);
      if (uncounted > 0) rebuildPerson(view, id);
    },
  );
}

/** People whose dates were in their row alone. */
function addEmployments(run: WriteRun): Promise<void> {
  return forEach(run, (view) => peopleWithout(view, 'employments'), keepLastEmployment);
}

/** People whose salary includes overtime, or who have a rule, from before settlements were. */
function settlePeople(run: WriteRun): Promise<void> {
  return forEach(
    run,
    (view) => {
      const terms = view.find('personHistory', [{ column: 'kind', is: 'in', value: settlingColumns }]);
      return [...new Set(terms.map((row) => row.user_id))];
    },
    rebuildPerson,
  );
}

async function expectDueWork({ accountId, schema }: WriteRun, tx: Tx): Promise<void> {
  await expectNextTurn({ tx, accountId }, schema.turning);
  await expectNextMail({ tx, accountId });
}
