// Reference data shared by all accounts, and what a newer version gives every account: added once, never changed.
import { accountView } from '#engine/account-view.ts';
import type { Engine } from '#engine/engine.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { questionRows } from '#rules/permissions/questions.ts';
import { permissionScopeRows } from '#rules/permissions/scopes.ts';
import { countryRows } from '#rules/reference/countries.ts';
import { salutationRows } from '#rules/reference/salutations.ts';
import { missingTimeZones } from '#rules/reference/time-zones.ts';
import { accountsWithFewer, accountsWithoutSequence } from '#sql/accounts.ts';
import type { Tx } from '#sql/database.ts';
import { findRows, insertRow } from '#sql/store.ts';
import { scheduleSequence, seedSchedulesLater } from './seed-schedules.ts';
import { standingRows, type StandingRows } from './standing-rows.ts';
import { systemRun } from './system-run.ts';

/** Brings the installation's reference data up to this version and this runtime's tz database. */
export async function fillReferenceData(engine: Engine): Promise<void> {
  if (await engine.database.read((tx) => isComplete(engine, tx))) return;
  await engine.database.write(async (tx) => {
    for (const [name, rows] of await missingRows(engine, tx)) {
      for (const row of rows) await insertRow({ tx, accountId: 0 }, named(engine, name), row);
    }
    for (const standing of standingRows(tx.now)) await completeAccounts(engine, tx, standing);
    for (const account of await accountsWithoutSequence(tx, scheduleSequence))
      await seedSchedulesLater(await systemRun(engine, { tx, account, secrets: new Map() }));
  });
}

async function isComplete(engine: Engine, tx: Tx): Promise<boolean> {
  const rows = await missingRows(engine, tx);
  if (rows.some(([, missing]) => missing.length > 0)) return false;
  for (const { table, rows: standing } of standingRows(tx.now)) {
    if ((await accountsWithFewer(tx, { table, count: standing.length })).length > 0) return false;
  }
  return (await accountsWithoutSequence(tx, scheduleSequence)).length === 0;
}

/** Adds what accounts miss that were made before this version knew it. */
async function completeAccounts(
  engine: Engine,
  tx: Tx,
  { resource, table, rows }: StandingRows,
): Promise<void> {
  for (const account of await accountsWithFewer(tx, { table, count: rows.length })) {
    const view = accountView(await systemRun(engine, { tx, account, secrets: new Map() }));
    const known = await findRows({ tx, accountId: account.id }, named(engine, resource), { comparisons: [] });
    const ids = new Set(known.map((row) => row['id']));
    for (const row of rows.filter(({ id }) => !ids.has(id ?? null))) await view.insert(resource, row);
  }
}

async function missingRows(engine: Engine, tx: Tx): Promise<readonly (readonly [string, readonly Row[]])[]> {
  const stored = async (name: string): Promise<readonly Row[]> =>
    findRows({ tx, accountId: 0 }, named(engine, name), { comparisons: [] });
  const without = (rows: readonly Row[], known: readonly Row[]): readonly Row[] => {
    const ids = new Set(known.map((row) => row['id']));
    return rows.filter((row) => !ids.has(row['id'] ?? null));
  };
  const zones = await stored('timezones');
  const next = Math.max(0, ...zones.map((row) => row['id'] as number)) + 1;
  const newZones = missingTimeZones(zones.map((row) => row['timezone'] as string));
  return [
    ['countries', without(countryRows, await stored('countries'))],
    ['salutations', without(salutationRows, await stored('salutations'))],
    ['permissionScopes', without(permissionScopeRows, await stored('permissionScopes'))],
    ['permissionResolveQuestions', without(questionRows, await stored('permissionResolveQuestions'))],
    ['timezones', newZones.map((timezone, index) => ({ id: next + index, timezone }))],
  ];
}

function named(engine: Engine, name: string): Resource {
  const resource = engine.schema.resources.get(name);
  if (resource === undefined) throw new Error(`no resource is named ${name}`);
  return resource;
}
