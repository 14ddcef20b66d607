// Reference data shared by all accounts: added once, never changed.
import type { Engine } from '#engine/engine.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { questionRows } from '#domain/permissions/questions.ts';
import { permissionScopeRows } from '#domain/permissions/scopes.ts';
import { countryRows } from '#domain/reference/countries.ts';
import { salutationRows } from '#domain/reference/salutations.ts';
import { missingTimeZones } from '#domain/reference/time-zones.ts';
import type { UnitTx } from '#sql/database.ts';
import { findRows, insertRow } from '#sql/store.ts';
import { asUnit } from '#sql/transaction.ts';

/** Brings the installation's reference data up to this version and this runtime's tz database. */
export async function fillReferenceData(engine: Engine): Promise<void> {
  const missing = await engine.database.read(
    null,
    asUnit((tx) => missingRows(engine, tx)),
  );
  if (missing.every(([, rows]) => rows.length === 0)) return;
  await engine.database.write(
    null,
    asUnit((tx) => {
      for (const [name, rows] of missingRows(engine, tx))
        for (const row of rows) insertRow({ tx, accountId: 0 }, named(engine, name), row);
    }),
  );
}

function missingRows(engine: Engine, tx: UnitTx): readonly (readonly [string, readonly Row[]])[] {
  const stored = (name: string): readonly Row[] =>
    findRows({ tx, accountId: 0 }, named(engine, name), { comparisons: [] });
  const without = (rows: readonly Row[], known: readonly Row[]): readonly Row[] => {
    const ids = new Set(known.map((row) => row['id']));
    return rows.filter((row) => !ids.has(row['id'] ?? null));
  };
  const zones = stored('timezones');
  const next = Math.max(0, ...zones.map((row) => row['id'] as number)) + 1;
  const newZones = missingTimeZones(zones.map((row) => row['timezone'] as string));
  return [
    ['countries', without(countryRows, stored('countries'))],
    ['salutations', without(salutationRows, stored('salutations'))],
    ['permissionScopes', without(permissionScopeRows, stored('permissionScopes'))],
    ['permissionResolveQuestions', without(questionRows, stored('permissionResolveQuestions'))],
    ['timezones', newZones.map((timezone, index) => ({ id: next + index, timezone }))],
  ];
}

function named(engine: Engine, name: string): Resource {
  const resource = engine.schema.resources.get(name);
  if (resource === undefined) throw new Error(`no resource is named ${name}`);
  return resource;
}
