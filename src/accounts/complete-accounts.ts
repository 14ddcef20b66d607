// What a newer version gives every account: added once to those that older versions made, as soon as a server of this
// version starts. Each step looks for itself what is missing.
import { createHash } from 'node:crypto';
import { accountView } from '#engine/write/account-view.ts';
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

/** In this order; a step that is added here is run once in every account. */
const steps: Readonly<Record<string, (run: WriteRun) => Promise<void>>> = {
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
        for (const step of Object.values(steps)) await step(run);
      });
      await setEdition(tx, { accountId: account.id, edition });
    });
  }
}

async function addStandingRows(run: WriteRun): Promise<void> {
  const view = accountView(run);
  for (const { resource, table, rows } of standingRows(run.tx.now)) {
    // People may add to some of them: what an account never had begins after the standing ones.
    if (!(await hasSequence(run.tx, { accountId: run.accountId, sequence: table })))
      await continueSequence(run, { sequence: table, next: rows.length + 1 });
    const ids = new Set((await view.find(resource, [])).map((row) => row['id']));
    for (const row of rows.filter(({ id }) => !ids.has(id ?? null))) await view.insert(resource, row);
  }
}

async function addSchedules(run: WriteRun): Promise<void> {
  if (await hasSequence(run.tx, { accountId: run.accountId, sequence: scheduleSequence })) return;
  await seedSchedulesLater(run);
}

async function beginVersions(run: WriteRun): Promise<void> {
  const view = accountView(run);
  const known = new Set((await view.find('scheduleVersions', [])).map((row) => row['timesheet_template_id']));
  for (const { id } of await view.find('workSchedules', []))
    if (!known.has(id ?? null)) await holdSinceEver(id, view);
}

async function addStatuses(run: WriteRun): Promise<void> {
  const view = accountView(run);
  const known = new Set((await view.find('userStatusOverview', [])).map((row) => row['id']));
  const people = (await view.find('users', [])).map((row) => row['id']);
  await renewStatuses(view, { ids: people.filter((id) => !known.has(id)), now: run.tx.now });
}

async function beginDayAccounts(run: WriteRun): Promise<void> {
  const view = accountView(run);
  for (const person of await view.find('users', [{ column: 'accounted_until', is: 'null' }]))
    await extendAccount(view, person, { until: lastDayToFill(person, run.tx.now), now: run.tx.now });
}

async function beginPersonTerms(run: WriteRun): Promise<void> {
  const view = accountView(run);
  const known = new Set((await view.find('usersArchiveHistory', [])).map((row) => row['user_id']));
  for (const person of await view.find('users', []))
    if (!known.has(person['id'] ?? null)) await beginTermsOf(person, view, run.tx.now);
}

/** Days that were counted before gaps between bookings were. */
async function countUnbookedTime(run: WriteRun): Promise<void> {
  const view = accountView(run);
  for (const { id } of await view.find('users', [{ column: 'accounted_until', is: 'not null' }])) {
    const uncounted = await view.count('timesheetAccountings', [
      { column: 'user_id', is: '=', value: id ?? null },
      { column: 'frame', is: 'not null' },
      { column: 'unbooked_time', is: 'null' },
      { column: 'approved_by_user', is: '=', value: 0 },
      { column: 'approved_by_admin', is: '=', value: 0 },
    ]);
    if (uncounted > 0) await rebuildPerson(view, id as number);
  }
}

/** People whose dates were in their row alone. */
async function addEmployments(run: WriteRun): Promise<void> {
  const view = accountView(run);
  const known = new Set((await view.find('employments', [])).map((row) => row['user_id']));
  for (const person of await view.find('users', []))
    if (!known.has(person['id'] ?? null)) await keepLastEmployment(view, person);
}

/** People whose salary includes overtime, or who have a rule, from before settlements were. */
async function settlePeople(run: WriteRun): Promise<void> {
  const view = accountView(run);
  const terms = await view.find('personHistory', [{ column: 'kind', is: 'in', value: settlingColumns }]);
  for (const id of new Set(terms.map((row) => row['user_id'] as number))) await rebuildPerson(view, id);
}

async function expectDueWork(run: WriteRun): Promise<void> {
  await expectNextTurn(run, run.schema.turning);
  await expectNextMail(run);
}
