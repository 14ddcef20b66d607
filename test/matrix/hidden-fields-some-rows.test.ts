// Some rows show a field to a supervisor and others hide it: hidden values affect no response and are not compared. A
// filter on a field that no row shows never reaches the database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { explainRequest } from '#engine/explain.ts';
import { createStateLoader } from '#engine/request-state.ts';
import { runRequest } from '#engine/run-request.ts';
import type { Predicate, ReadPlan } from '#plan/read-plan.ts';
import type { HttpRequest } from '#request/http-message.ts';
import { sees, type AccessContext } from '#resource/access.ts';
import { readPolicies } from '#resource/rights.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Database, Statement } from '#sql/database.ts';
import type { Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { startCompany, type Company, type Person } from './company.ts';
import { operandOf, operators, queriesOn } from './field-queries.ts';
import {
  callerOf,
  makeRowsAbout,
  plantMarks,
  readableFields,
  readableResources,
  accessContextOf,
} from './hidden-marks.ts';
import { watchedTx } from '../support/watched-tx.ts';

for (const engine of storageEngines) {
  describe(`fields that some rows hide (${engine.name})`, () => {
    let company: Company;
    let supervisor: Client;
    let accessContext: AccessContext;
    let partly: readonly Place[];
    before(async () => {
      company = await startCompany(engine);
      ({ supervisor } = company.callers);
      await makeRowsAbout(company, 'report');
      await makeRowsAbout(company, 'supervisor');
      // Employees see nearly nothing of others, so this fills nearly every field.
      await plantMarks(company, {
        accessContext: await accessContextOf(company, 'employee'),
        set: 'falling',
      });
      accessContext = await accessContextOf(company, 'supervisor');
      partly = placesOf(company, accessContext, 'some');
    });
    after(() => company?.installation.close());

    test('covers users, timePlannings and nodesToUsers', () => {
      const names = new Set(partly.map(({ resource }) => resource.name));
      for (const name of ['users', 'timePlannings', 'nodesToUsers']) assert.ok(names.has(name), name);
    });

    test('hidden values change no filter, order, group or aggregate', async () => {
      const rising = await plantMarks(company, { accessContext, set: 'rising' });
      const queries = partly.flatMap(({ resource, field }) => {
        const guess = rising.find((mark) => mark.resource === resource && mark.field === field);
        return guess === undefined
          ? []
          : queriesOn(field.name, guess.shown, resource).map((query) => ({ resource, query }));
      });
      const answers = async (): Promise<readonly unknown[]> => {
        const all: unknown[] = [];
        for (const { resource, query } of queries) {
          const answer = await supervisor.get(`${resource.name}/read`, { _limit: 10_000, ...query });
          assert.equal(answer.status, 200, `${resource.name} ${JSON.stringify(query)}: ${answer.text}`);
          all.push([resource.name, query, withoutLastChange(resource, answer.json['Results'])]);
        }
        return all;
      };
      const first = await answers();
      assert.ok(first.length > 1000, `only ${first.length} queries`);
      await plantMarks(company, { accessContext, set: 'falling' });
      for (const [index, answer] of (await answers()).entries()) assert.deepEqual(answer, first[index]);
    });

    test('sorts rows that hide the field together by id, before or after the others', async () => {
      const marks = await plantMarks(company, { accessContext, set: 'rising' });
      for (const { resource, field } of partly) {
        if (!marks.some((mark) => mark.resource === resource && mark.field === field)) continue;
        const order = { _limit: 10_000, _order_by: field.name };
        const up = (await supervisor.get(`${resource.name}/read`, order)).json['Results'] as Envelope[];
        const down = await supervisor.get(`${resource.name}/read`, { ...order, _order_desc: 1 });
        const empty = ({ [field.name]: value }: Envelope): boolean => (value ?? null) === null;
        const blank = up.filter(empty).map(({ id }) => id as number);
        const place = `${resource.name} ${field.name}`;
        assert.ok(blank.length > 0, place);
        assert.deepEqual(
          blank,
          blank.toSorted((a, b) => a - b),
          place,
        );
        assert.deepEqual(
          up
            .slice(0, blank.length)
            .filter(empty)
            .map(({ id }) => id),
          blank,
          place,
        );
        const last = (down.json['Results'] as Envelope[]).slice(-blank.length).map(({ id }) => id);
        assert.deepEqual(last, blank, place);
      }
    });

    test('compares a field only after the condition that the row shows it', async () => {
      for (const place of partly) {
        for (const operator of operators)
          await assertCompared(company, accessContext, { ...place, operator });
      }
    });

    test('reads a field for sorting only from rows that show it', async () => {
      for (const { resource, field } of partly) {
        const { plan, where, order } = await explained(company, resource, { _order_by: field.name });
        const columns = columnsIn(plan.order[0]?.only ?? null);
        assert.deepEqual(columns, visibilityColumns(accessContext, { resource, field }), order);
        assert.ok(!where.includes(`"${field.name}"`), where);
        for (const column of columns)
          assert.ok(order.indexOf(`"${column}"`) < order.indexOf(`"${field.name}"`), order);
      }
    });

    test('refuses a filter on a field that no row shows without a database query', async () => {
      for (const person of ['employee', 'supervisor', 'teamLeader'] as const) {
        const hidden = placesOf(company, await accessContextOf(company, person), 'none');
        assert.ok(hidden.length > 5, `only ${hidden.length} fields`);
        const loading = await statementsOf(company, person, { resource: 'nonsense', query: {} });
        for (const { resource, field } of hidden) {
          const value = guessOf(field);
          for (const query of queriesOn(field.name, value, resource)) {
            const asked = { resource: resource.name, query };
            const { status, statements } = await statementsOf(company, person, asked);
            const place = `${person} ${resource.name} ${JSON.stringify(query)}`;
            assert.equal(status, 401, place);
            assert.deepEqual(statements, loading.statements, place);
          }
        }
        const open = await statementsOf(company, person, { resource: 'users', query: { id: 1 } });
        assert.equal(open.status, 200);
        assert.ok(
          open.statements.size > loading.statements.size,
          'an allowed filter runs a statement of its own',
        );
      }
    });
  });
}

interface Place {
  readonly resource: Resource;
  readonly field: Field;
}

/** Fields that the caller sees in some rows of others and not in all, or in none but their own. */
function placesOf(company: Company, accessContext: AccessContext, kind: 'some' | 'none'): readonly Place[] {
  return readableResources(company).flatMap((resource) => {
    const rowPolicies = readPolicies(accessContext, resource);
    return readableFields(resource)
      .filter((field) => rowPolicies.some((rowPolicy) => !sees(rowPolicy.level, field.level)))
      .filter((field) => seeingOthers(accessContext, { resource, field }).length > 0 === (kind === 'some'))
      .map((field) => ({ resource, field }));
  });
}

function seeingOthers(
  accessContext: AccessContext,
  { resource, field }: Place,
): ReturnType<typeof readPolicies> {
  const others = ['own', 'manager', 'administrator'];
  return readPolicies(accessContext, resource).filter(
    ({ level }) => others.includes(level) && sees(level, field.level),
  );
}

async function assertCompared(
  company: Company,
  accessContext: AccessContext,
  { resource, field, operator }: Place & { operator: string },
): Promise<void> {
  const value = operandOf(operator, guessOf(field));
  const { plan, where } = await explained(company, resource, {
    [field.name]: value,
    [`_op__${field.name}`]: operator,
  });
  const [visible, compared, ...rest] = plan.where;
  const place = `${resource.name} ${field.name} ${operator}: ${where}`;
  assert.deepEqual(rest, [], place);
  assert.deepEqual(columnsIn(compared ?? null), [field.name], place);
  assert.deepEqual(columnsIn(visible ?? null), visibilityColumns(accessContext, { resource, field }), place);
  const comparedAt = where.indexOf(`"${field.name}"`);
  assert.ok(comparedAt > 0, place);
  for (const column of columnsIn(visible ?? null)) {
    const shownAt = where.indexOf(`"${column}"`);
    assert.ok(shownAt >= 0 && shownAt < comparedAt, place);
  }
}

/** Columns on which it depends whether a row shows the field. */
function visibilityColumns(accessContext: AccessContext, { resource, field }: Place): readonly string[] {
  const seeing = readPolicies(accessContext, resource).filter(({ level }) => sees(level, field.level));
  const terms = seeing.flatMap(({ scope }) => (scope === 'all' ? [] : scope.flat()));
  return [...new Set(terms.map(({ column }) => column))].sort();
}

function columnsIn(predicate: Predicate | null): readonly string[] {
  if (predicate === null) return [];
  if (predicate.op === 'not') return columnsIn(predicate.term);
  const found = 'terms' in predicate ? predicate.terms.flatMap(columnsIn) : [predicate.column];
  return [...new Set(found)].sort();
}

interface Explained {
  readonly plan: ReadPlan;
  /** What stands behind `where` and before `order by`. */
  readonly where: string;
  readonly order: string;
}

async function explained(
  company: Company,
  resource: Resource,
  query: Record<string, string | number>,
): Promise<Explained> {
  const caller = callerOf(company, 'supervisor');
  const request = requestFor({ resource: resource.name, query });
  const { plan, statements } = await explainRequest(company.installation.app.engine, { caller, request });
  const sql = statements[0]?.sql ?? '';
  const [from, by] = [sql.indexOf(' where '), sql.lastIndexOf(' order by ')];
  assert.ok(from > 0 && by > from, sql);
  return { plan: (plan as ReadPlan[])[0] as ReadPlan, where: sql.slice(from, by), order: sql.slice(by) };
}

interface Asked {
  readonly resource: string;
  readonly query: Readonly<Record<string, string | number>>;
}

/** Answers a read with nothing remembered from earlier ones: its status, and the statements that the database ran. */
async function statementsOf(
  company: Company,
  person: Person,
  asked: Asked,
): Promise<{ status: number; statements: ReadonlySet<string> }> {
  const { engine } = company.installation.app;
  const seen: Statement[] = [];
  const database: Database = {
    ...engine.database,
    read: (account, work) => engine.database.read(account, (tx) => work(watchedTx(tx, seen))),
  };
  const { status } = await runRequest(
    { ...engine, database, loadState: createStateLoader(engine.schema) },
    { caller: callerOf(company, person), request: requestFor(asked) },
  );
  return { status, statements: new Set(seen.map(({ sql }) => sql)) };
}

function requestFor({ resource, query }: Asked): HttpRequest {
  const text = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: 'GET',
    path: `/acme/v4/${resource}/read`,
    query: new URLSearchParams(text).toString(),
    headers: {},
    body: null,
    remoteAddress: null,
    requestId: 'watched',
  };
}

function guessOf({ type }: Field): string | number {
  const guesses: Readonly<Record<string, string>> = {
    String: 'x',
    Date: '2026-01-01',
    Time: '08:00:00',
    DateTime: '2026-01-01 08:00:00',
  };
  return guesses[type.name] ?? 1;
}

/** A change of what is hidden moves the last-change field of its row all the same. */
function withoutLastChange({ lastChange }: Resource, rows: readonly Envelope[]): readonly Envelope[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== lastChange)));
}
