// Filters, order and paging equal those of a model on the same rows in memory (specification §4.3, decisions §4).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { assertRefused, idsOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { runs, seed } from '../support/property.ts';
import { passes, queryOf, sorted, textOf, type ModelFilter } from './row-model.ts';
import {
  createSampleRows,
  sampleFields,
  trickyText,
  type SampleField,
  type SampleRows,
} from './sample-rows.ts';

const operators = ['eq', 'neq', 'gt', 'gteq', 'lt', 'lteq', 'in', 'nin', 'betw', 'like', 'null', 'notnull'];

onEveryEngine('filters, order and paging', (place) => {
  let rows: SampleRows;
  before(async () => {
    rows = await createSampleRows(place.machine, seed);
  });

  const read = (resource: string, query: Record<string, string | number>): Promise<readonly number[]> =>
    place.machine.get(`${resource}/read`, { _limit: 10_000, ...query }).then(idsOf);
  const ids = (list: readonly Shown[]): number[] => list.map((row) => row['id'] as number);

  /** Values that rows have, and values of the type that they may not have. */
  const valuesOf = ({ resource, field, values }: SampleField): fc.Arbitrary<string | number> => {
    const present = rows[resource].map((row) => row[field]).filter((value) => value !== null);
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...present) }, { weight: 1, arbitrary: values });
  };
  const filterOf = (sample: SampleField, operator: string): fc.Arbitrary<ModelFilter> => {
    const size = operator === 'betw' ? 2 : 1;
    const count = operator.endsWith('in')
      ? { minLength: 1, maxLength: 6 }
      : { minLength: size, maxLength: size };
    const part = operator === 'like' ? partOf(valuesOf(sample)) : valuesOf(sample);
    return fc.array(part, count).map((values) => ({ field: sample.field, operator, values }));
  };

  for (const sample of sampleFields) {
    for (const operator of operators) {
      it(`${operator} on a ${sample.type} field finds the rows of the model`, async () => {
        await fc.assert(
          fc.asyncProperty(filterOf(sample, operator), async (filter) => {
            const expected = rows[sample.resource].filter((row) => passes(row, filter));
            assert.deepEqual(await read(sample.resource, queryOf(filter)), ids(expected));
          }),
          runs({ test: 8, long: 20, soak: 800 }),
        );
      });
    }

    it(`orders by a ${sample.type} field in both directions, ties by id`, async () => {
      const { resource, field } = sample;
      for (const [query, descending] of [
        [{}, false],
        [{ _order_desc: 0 }, false],
        [{ _order_desc: 1 }, true],
        [{ _sort_direction: 'ASC' }, false],
        [{ _sort_direction: 'DESC' }, true],
      ] as const) {
        const expected = ids(sorted(rows[resource], field, descending));
        assert.deepEqual(await read(resource, { _order_by: field, ...query }), expected);
      }
    });
  }

  it('orders text by Unicode without regard to case, and finds all case variants', async () => {
    const { machine } = await place.installation.addAccount('order');
    for (const syn of ['Zebra', 'ärger', 'apfel', 'ΟΔΟΣ', 'Ärger', 'οδος', 'Apfel', 'οδοσ']) {
      await machine.create('skills', { syn });
    }
    const answer = await machine.get('skills/read', { _order_by: 'syn' });
    const names = rowsOf(answer).map((row) => row['syn']);
    assert.deepEqual(names, ['apfel', 'Apfel', 'Zebra', 'ärger', 'Ärger', 'ΟΔΟΣ', 'οδος', 'οδοσ']);
    for (const part of ['οδος', 'ΟΔΟΣ', 'δοσ', 'ΔΟς']) {
      assert.equal(rowsOf(await machine.get('skills/read', { syn: part, _op__syn: 'like' })).length, 3, part);
    }
  });

  it('combines filters with AND', async () => {
    const samples = sampleFields.filter(({ resource }) => resource === 'tasks');
    const pair = fc
      .tuple(fc.shuffledSubarray([...samples], { minLength: 2, maxLength: 4 }), fc.constantFrom(...operators))
      .chain(([chosen, operator]) => fc.tuple(...chosen.map((sample) => filterOf(sample, operator))));
    await fc.assert(
      fc.asyncProperty(pair, async (filters) => {
        const query = Object.assign({}, ...filters.map(queryOf)) as Record<string, string>;
        const expected = rows.tasks.filter((row) => filters.every((filter) => passes(row, filter)));
        assert.deepEqual(await read('tasks', query), ids(expected));
      }),
      runs({ test: 60, long: 150, soak: 6_000 }),
    );
  });

  it('returns each row once over several pages in any order and filter', async () => {
    const fields = ['id', ...sampleFields.flatMap((one) => (one.resource === 'tasks' ? one.field : []))];
    const asked = fc.record({
      order: fc.option(fc.constantFrom(...fields)),
      descending: fc.boolean(),
      size: fc.integer({ min: 1, max: 40 }),
      billable: fc.constantFrom(null, 0, 1),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ order, descending, size, billable }) => {
        const where = billable === null ? {} : { is_billable: billable };
        const direction = descending && order !== null ? { _order_desc: 1 } : {};
        const by = order === null ? {} : { _order_by: order };
        const pages: number[] = [];
        for (let offset = 0; ; offset += size) {
          const page = { _limit: size, _offset: offset };
          const found = await read('tasks', { ...where, ...by, ...direction, ...page });
          pages.push(...found);
          if (found.length < size) break;
        }
        const matching = rows.tasks.filter((row) => billable === null || row['is_billable'] === billable);
        assert.deepEqual(pages, ids(sorted(matching, order, descending && order !== null)));
      }),
      runs({ test: 25, long: 63, soak: 2_500 }),
    );
  });

  it('returns 100 rows by default, in the order of their ids', async () => {
    const { machine } = await place.installation.addAccount('many');
    const batch = Array.from({ length: 100 }, (_, index) => ({ syn: `Skill ${-index}` }));
    rowsOf(await machine.post('skills/create', batch));
    rowsOf(await machine.post('skills/create', batch.slice(0, 30)));
    const firsts = Array.from({ length: 130 }, (_, index) => index + 1);
    assert.deepEqual(idsOf(await machine.get('skills/read')), firsts.slice(0, 100));
    assert.deepEqual(idsOf(await machine.get('skills/read', { _offset: 100 })), firsts.slice(100));
    assert.deepEqual(idsOf(await machine.get('skills/read', { _limit: 10_000 })), firsts);
    assert.deepEqual(idsOf(await machine.get('skills/read', { _limit: 0 })), []);
    assert.deepEqual(idsOf(await machine.get('skills/read', { _offset: 1_000_000 })), []);
  });

  for (const [name, values] of [
    ['_limit', ['10001', '-1', '1.5', 'all', '1e3']],
    ['_offset', ['-1', '0.5', 'x', '99999999999999999999']],
    ['_order_desc', ['2', 'down']],
    ['_sort_direction', ['down']],
  ] as const) {
    it(`refuses ${name} of ${values.join(', ')}`, async () => {
      for (const value of values) {
        const answer = await place.machine.get('tasks/read', { _order_by: 'name', [name]: value });
        assertRefused(answer, { status: 422, code: 'invalid_value', field: name });
      }
    });
  }

  it('takes % and _ in like as ordinary characters', async () => {
    for (const character of ['%', '_', '\\', "'", '"', '[', '*']) {
      const filter = { field: 'name', operator: 'like', values: [character] };
      const expected = rows.tasks.filter((row) => (row['name'] as string).includes(character));
      assert.deepEqual(await read('tasks', queryOf(filter)), ids(expected), character);
    }
  });

  it('accepts 1,000 values in in and nin, and refuses 1,001', async () => {
    const list = Array.from({ length: 1_000 }, (_, index) => index + 5);
    for (const operator of ['in', 'nin']) {
      const filter = { field: 'id', operator, values: list };
      const expected = rows.tasks.filter((row) => passes(row, filter));
      assert.deepEqual(await read('tasks', queryOf(filter)), ids(expected));
      const query = queryOf({ ...filter, values: [...list, 2000] });
      const refusal = { status: 422, code: 'invalid_value', field: 'id' } as const;
      assertRefused(await place.machine.get('tasks/read', query), refusal);
    }
  });

  it('finds empty fields by an empty value, and the others with neq', async () => {
    const empty = rows.tasks.filter((row) => row['t_iv_1'] === null);
    const full = rows.tasks.filter((row) => row['t_iv_1'] !== null);
    assert.ok(empty.length > 0 && full.length > 0);
    assert.deepEqual(await read('tasks', { t_iv_1: '' }), ids(empty));
    assert.deepEqual(await read('tasks', { t_iv_1: '', _op__t_iv_1: 'neq' }), ids(full));
    const someText = full[0]?.['t_iv_1'] as string;
    const either = rows.tasks.filter((row) => row['t_iv_1'] === null || row['t_iv_1'] === someText);
    assert.deepEqual(await read('tasks', { t_iv_1: `${someText}|`, _op__t_iv_1: 'in' }), ids(either));
  });

  it('ignores a value beside null, even one of the wrong type', async () => {
    const empty = rows.tasks.filter((row) => row['priority'] === null);
    for (const query of [{}, { priority: '7' }, { priority: 'nonsense' }]) {
      const asked = { ...query, _op__priority: 'null' } as Record<string, string>;
      assert.deepEqual(await read('tasks', asked), ids(empty));
    }
  });

  for (const [field, value, operator] of [
    ['priority', 'high', 'eq'],
    ['priority', '1|x', 'in'],
    ['priority', '1|x', 'betw'],
    ['is_billable', 'maybe', 'eq'],
    ['target_duration', '1.005', 'gt'],
    ['deadline', '2026-02-30', 'lt'],
    ['last_started', 'yesterday', 'gteq'],
    ['priority', '', 'gt'],
  ] as const) {
    it(`refuses ${operator} ${JSON.stringify(value)} on ${field}`, async () => {
      const answer = await place.machine.get('tasks/read', { [field]: value, [`_op__${field}`]: operator });
      assertRefused(answer, { status: 422, code: 'invalid_value', field });
    });
  }

  it('refuses betw without exactly two values', async () => {
    for (const priority of ['1', '1|2|3']) {
      const answer = await place.machine.get('tasks/read', { priority, _op__priority: 'betw' });
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'priority' });
    }
  });

  it('refuses an operator without a value', async () => {
    const answer = await place.machine.get('tasks/read', { _op__priority: 'gt' });
    assertRefused(answer, { status: 400, code: 'missing_parameter', field: 'priority' });
  });

  it('refuses a parameter given twice with different values', async () => {
    const answer = await place.machine.request('GET', 'tasks/read?priority=1&priority=2');
    assertRefused(answer, { status: 422, code: 'contradiction', field: 'priority' });
  });

  it('treats SQL text in a filter as a value', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(trickyText, fc.constantFrom("' or 1=1 --", '") or ("1"="1')),
        async (text) => {
          const filter = { field: 'name', operator: 'eq', values: [text] };
          assert.deepEqual(
            await read('tasks', queryOf(filter)),
            ids(rows.tasks.filter((row) => passes(row, filter))),
          );
        },
      ),
      runs({ test: 20, long: 50, soak: 2_000 }),
    );
  });
});

/** A piece of a value's text, in another letter case now and then. */
function partOf(values: fc.Arbitrary<string | number>): fc.Arbitrary<string> {
  return fc
    .tuple(values, fc.nat(12), fc.integer({ min: 1, max: 5 }), fc.boolean())
    .map(([value, from, length, upper]) => {
      const letters = [...textOf(value)];
      const start = from % letters.length;
      const part = letters.slice(start, start + length).join('');
      return upper ? part.toUpperCase().replaceAll('SS', 'ß') : part;
    });
}
