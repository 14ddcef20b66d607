// Aggregates equal those of a model on the same rows in memory (specification §4.3, decisions §4).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { assertRefused, idsOf, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { runs, seed } from '../support/property.ts';
import { compare, compareShown, textOf, type Value } from './row-model.ts';
import { createSampleRows, sampleFields, type SampleRows } from './sample-rows.ts';

const numeric = ['Integer', 'Boolean', 'Decimal', 'Decimal of a position'];
const functions = ['sum', 'avg', 'max', 'min', 'count', 'group_concat'];

onEveryEngine('aggregates', (place) => {
  let rows: SampleRows;
  before(async () => {
    rows = await createSampleRows(place.machine, seed);
  });

  const read = async (resource: string, query: Record<string, string | number>): Promise<readonly Shown[]> =>
    rowsOf(await place.machine.get(`${resource}/read`, query));

  for (const { type, resource, field } of sampleFields) {
    for (const name of functions.filter(
      (one) => numeric.includes(type) || (one !== 'sum' && one !== 'avg'),
    )) {
      it(`returns ${name} of a ${type} field in one row`, async () => {
        const answer = await place.machine.get(`${resource}/read`, { [`_aggregate__${field}`]: name });
        assert.deepEqual(rowOf(answer), { [field]: aggregate(name, rows[resource], field) });
        assert.equal(answer.json['NumResults'], 1);
      });
    }
  }

  for (const { type, resource, field } of sampleFields.filter((sample) => !numeric.includes(sample.type))) {
    it(`refuses sum and avg of a ${type} field`, async () => {
      for (const name of ['sum', 'avg']) {
        const answer = await place.machine.get(`${resource}/read`, { [`_aggregate__${field}`]: name });
        assertRefused(answer, { status: 422, code: 'invalid_value', field });
      }
    });
  }

  it('returns several aggregates at once, over the filtered rows only', async () => {
    const filtered = rows.tasks.filter((row) => row['is_billable'] === 1);
    const query = { is_billable: 1, _aggregate__id: 'count', _aggregate__target_duration: 'sum' };
    assert.deepEqual(await read('tasks', query), [
      { id: filtered.length, target_duration: aggregate('sum', filtered, 'target_duration') },
    ]);
  });

  it('returns one row for no rows: 0 as count, null for other aggregates', async () => {
    const query = { id: -1, _aggregate__id: 'count', _aggregate__priority: 'sum', _aggregate__name: 'max' };
    assert.deepEqual(await read('tasks', query), [{ id: 0, priority: null, name: null }]);
    assert.deepEqual(await read('tasks', { id: -1, _aggregate__priority: 'avg' }), [{ priority: null }]);
    assert.deepEqual(await read('tasks', { id: -1, _aggregate__name: 'group_concat' }), [{ name: null }]);
    assert.deepEqual(await read('tasks', { id: -1, _aggregate__id: 'count', _group_by: 'name' }), []);
  });

  it('returns one row for each group with its columns, ordered by them', async () => {
    const groupable = ['t_iv_1', 'is_billable', 'priority', 'target_duration', 'deadline', 'last_started'];
    const asked = fc.record({
      groups: fc.shuffledSubarray(groupable, { minLength: 1, maxLength: 3 }),
      name: fc.constantFrom(...functions),
      column: fc.constantFrom('id', 'sort_order', 'view_order'),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ groups, name, column }) => {
        const query = { _group_by: groups.join('|'), [`_aggregate__${column}`]: name, _limit: 10_000 };
        const expected = grouped(rows.tasks, groups).map((members) => ({
          ...Object.fromEntries(groups.map((group) => [group, members[0]?.[group]])),
          [column]: aggregate(name, members, column),
        }));
        assert.deepEqual(await read('tasks', query), expected);
      }),
      runs({ test: 60, long: 150, soak: 6_000 }),
    );
  });

  it('orders groups by a column that _order_by names', async () => {
    const members = grouped(rows.tasks, ['priority']);
    const counts = members.map((group) => ({ priority: group[0]?.['priority'], id: group.length }));
    const query = { _group_by: 'priority', _aggregate__id: 'count', _order_by: 'id' };
    assert.deepEqual(
      await read('tasks', query),
      counts.toSorted((a, b) => a.id - b.id),
    );
    const byAverage = { _group_by: 'priority', _aggregate__target_duration: 'avg' };
    const ordered = await read('tasks', { ...byAverage, _order_by: 'target_duration', _order_desc: 1 });
    const averages = ordered.map((row) => row['target_duration'] as Value);
    assert.deepEqual(
      averages,
      averages.toSorted((a, b) => compareShown(b, a)),
    );
    assert.equal(ordered.length, members.length);
  });

  it('reverses the order of groups with _order_desc', async () => {
    const query = { _group_by: 'deadline', _aggregate__id: 'count', _limit: 10_000 };
    const forwards = await read('tasks', query);
    const backwards = await read('tasks', { ...query, _order_by: 'deadline', _order_desc: 1 });
    assert.deepEqual(backwards, forwards.toReversed());
  });

  it('returns each group once over several pages', async () => {
    const query = { _group_by: 't_iv_1', _aggregate__id: 'count' };
    const whole = await read('tasks', { ...query, _limit: 10_000 });
    const pages: Shown[] = [];
    for (let offset = 0; offset < whole.length; offset += 7) {
      pages.push(...(await read('tasks', { ...query, _limit: 7, _offset: offset })));
    }
    assert.deepEqual(pages, whole);
  });

  it('joins group_concat with commas in the order of ids', async () => {
    const expected = rows.checkpoints.map((row) => row['name']).join(',');
    assert.deepEqual(await read('checkpoints', { _aggregate__name: 'group_concat' }), [{ name: expected }]);
  });

  it('sums decimals exactly: 1,000 times 0.1 is 100', async () => {
    const { machine } = await place.installation.addAccount('sums');
    const batch = Array.from({ length: 100 }, () => ({ syn: 'S', internal_cost_per_hour: '0.10' }));
    for (let round = 0; round < 10; round += 1) rowsOf(await machine.post('skills/create', batch));
    const sum = await machine.get('skills/read', { _aggregate__internal_cost_per_hour: 'sum' });
    assert.match(sum.text, /"Results":\[\{"internal_cost_per_hour":100\}\]/);
    await machine.create('skills', { syn: 'Dear', internal_cost_per_hour: '9999999999.99' });
    await machine.create('skills', { syn: 'Dear', internal_cost_per_hour: '9999999999.99' });
    const more = await machine.get('skills/read', { _aggregate__internal_cost_per_hour: 'sum' });
    assert.match(more.text, /"Results":\[\{"internal_cost_per_hour":20000000099.98\}\]/);
  });

  it('rounds avg half up to 2 digits', async () => {
    const { machine } = await place.installation.addAccount('averages');
    for (const sort_order of [1, 1, 1, 1, 1, 1, 1, 2])
      await machine.create('skills', { syn: 'S', sort_order });
    const average = async (): Promise<Shown> =>
      rowOf(await machine.get('skills/read', { _aggregate__sort_order: 'avg' }));
    assert.deepEqual(await average(), { sort_order: 1.13 });
    const ids = idsOf(await machine.get('skills/read'));
    for (const id of ids) await machine.put(`skills/update/${id}`, { sort_order: id === ids[0] ? -2 : -1 });
    assert.deepEqual(await average(), { sort_order: -1.12 });
  });

  it('counts running trackings up to now, and orders by their duration', async () => {
    const { machine } = place;
    const ada = { username: 'ada', firstname: 'A', lastname: 'L', password: 'correct horse 1' };
    const { id: user_id } = await machine.create('users', ada);
    const begun = new Date(Date.now() - 50 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const running = { user_id, task_id: 4, start_time: begun, start_time_timezone: 'UTC' };
    await machine.create('timeTrackings', running);
    for (const name of ['sum', 'avg', 'max', 'min']) {
      const query = { _aggregate__duration: name, _group_by: 'user_id', _order_by: 'duration' };
      const found = await read('timeTrackings', query);
      assert.deepEqual(
        found.map((row) => row['user_id']),
        [1, user_id],
        name,
      );
      assert.equal(found[0]?.['duration'], 3600);
      assert.ok(found[1]?.['duration'] >= 50 * 3600, name);
    }
  });

  it('refuses to order by a column that is not in the response', async () => {
    const query = { _aggregate__id: 'count', _group_by: 'name', _order_by: 'priority' };
    assertRefused(await place.machine.get('tasks/read', query), { status: 422, code: 'invalid_value' });
  });

  it('refuses a column that is both grouped by and aggregated', async () => {
    const query = { _aggregate__name: 'count', _group_by: 'name' };
    const refusal = { status: 422, code: 'contradiction', field: 'name' } as const;
    assertRefused(await place.machine.get('tasks/read', query), refusal);
  });
});

/** Rows by the values of some columns, in the order of these; equal but for case go by code points. */
function grouped(rows: readonly Shown[], groups: readonly string[]): readonly (readonly Shown[])[] {
  const byKey = Map.groupBy(rows, (row) => JSON.stringify(groups.map((group) => row[group])));
  return [...byKey.values()].toSorted(([a], [b]) => {
    const values = groups.map((group) => [a?.[group] as Value, b?.[group] as Value] as const);
    const difference = values.map(([left, right]) => compareShown(left, right)).find((one) => one !== 0);
    return (
      difference ?? values.map(([left, right]) => comparePlain(left, right)).find((one) => one !== 0) ?? 0
    );
  });
}

function comparePlain(a: Value, b: Value): number {
  return a === null || b === null ? 0 : compare(a, b);
}

function aggregate(name: string, rows: readonly Shown[], field: string): Value {
  const values = rows.map((row) => row[field] as Value).filter((value) => value !== null);
  if (name === 'count') return values.length;
  if (values.length === 0) return null;
  switch (name) {
    case 'sum':
      return Number(sumOf(values)) / 1e7;
    case 'avg':
      return averageOf(values);
    case 'max':
      return values.reduce((a, b) => (compare(b, a) > 0 ? b : a));
    case 'min':
      return values.reduce((a, b) => (compare(b, a) < 0 ? b : a));
    default:
      return values.map((value) => (typeof value === 'number' ? String(value) : value)).join(',');
  }
}

/** In ten-millionths, the smallest unit of any field. */
function sumOf(values: readonly (string | number)[]): bigint {
  return values.reduce((sum, value) => sum + BigInt(Math.round(Number(textOf(value)) * 1e7)), 0n);
}

function averageOf(values: readonly (string | number)[]): number {
  const [sum, count] = [sumOf(values), BigInt(values.length) * 100_000n];
  const rounded = (2n * (sum < 0n ? -sum : sum) + count) / (2n * count);
  return Number(sum < 0n ? -rounded : rounded) / 100;
}
