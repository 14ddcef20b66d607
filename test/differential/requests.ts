// Generates random reads and writes, many with unusual text, empty fields and limit values. Both engines must refuse
// the same requests with the same message.
import fc from 'fast-check';
import type { App } from '#app';
import { aggregateFunctions, operators } from '#plan/read-parameters.ts';
import type { Field, Resource } from '#resource/resource.ts';
import { trickyText } from '../contract/sample-rows.ts';
import type { Asked } from './pair.ts';

const two = (number: number): string => String(number).padStart(2, '0');
const day = fc.integer({ min: 1, max: 12 }).map((number) => `2026-08-${two(number)}`);
const hour = fc.integer({ min: 0, max: 23 }).map((number) => `${two(number)}:00:00`);
const moment = fc.tuple(day, hour).map((parts) => parts.join(' '));
const text = fc.oneof(
  trickyText,
  fc.constantFrom('', 'Straße', 'STRASSE', 'ΣΊΣΥΦΟΣ', 'İ', 'ſ', 'ǆ', '漢', 'NULL'),
);
const smallId = fc.integer({ min: 0, max: 12 });

/** A value that a field of the type may hold, or nearly. */
function valueOf({ type, relation, values }: Field): fc.Arbitrary<string | number> {
  if (relation !== undefined) return smallId;
  if (values !== undefined) return fc.constantFrom(...values);
  switch (type.name) {
    case 'Boolean':
      return fc.constantFrom(0, 1);
    case 'Integer':
      return fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(2 ** 31, -(2 ** 31), 2 ** 53 - 1));
    case 'Decimal':
      return fc.oneof(
        fc.integer({ min: -300, max: 900 }).map((units) => units / 100),
        fc.constantFrom(0.1, 9_999_999_999.99, 1e11, 0.001),
      );
    case 'Date':
      return day;
    case 'DateTime':
      return moment;
    case 'Time':
      return hour;
    default:
      return text;
  }
}

/** The resources of an installation that can be read, by name. */
export function readable({ engine }: App): readonly Resource[] {
  const all = [...engine.schema.resources.values()];
  return all.filter(
    ({ internal, actions, storage }) => !internal && actions.has('read') && storage !== 'computed',
  );
}

const shownFields = ({ fields }: Resource): readonly Field[] =>
  [...fields.values()].filter(({ read, secret }) => read !== '-' && !secret);

/** A read of a resource with filters, order, page, fields, relations, groups, or since a moment. */
export function readOf(resource: Resource): fc.Arbitrary<Asked> {
  const field = fc.constantFrom(...shownFields(resource));
  const filter = field.chain((one) =>
    fc.record({
      one: fc.constant(one),
      operator: fc.constantFrom(...operators),
      given: fc.array(valueOf(one), { minLength: 1, maxLength: 3 }),
    }),
  );
  const queries: readonly fc.Arbitrary<Record<string, string>>[] = [
    field.chain((one) => fc.constantFrom({ _order_by: one.name }, { _order_by: one.name, _order_desc: '1' })),
    fc
      .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 }))
      .map(([limit, offset]) => ({ _limit: String(limit), _offset: String(offset) })),
    fc
      .uniqueArray(field, { minLength: 1, maxLength: 4 })
      .map((some) => ({ _fields: some.map(({ name }) => name).join() })),
    field.map(({ name }) => ({ _resolve: name })),
    moment.map((since) => ({ _since: since, _fetch_deleted: '1' })),
    fc
      .tuple(field, fc.constantFrom(...aggregateFunctions), fc.uniqueArray(field, { maxLength: 2 }))
      .map(([one, apply, groups]) => ({
        [`_aggregate__${one.name}`]: apply,
        ...(groups.length === 0 ? {} : { _group_by: groups.map(({ name }) => name).join('|') }),
      })),
  ];
  const filters = fc.array(filter, { maxLength: 2 }).map((all) =>
    Object.assign(
      {},
      ...all.map(({ one, operator, given }) => ({
        [one.name]: given.join(operator === 'betw' ? '|' : ','),
        [`_op__${one.name}`]: operator,
      })),
    ),
  );
  const asUser = fc.option(fc.constantFrom(1, 2, 3), { nil: undefined, freq: 3 });
  return fc
    .tuple(filters, fc.array(fc.oneof(...queries), { maxLength: 2 }), asUser)
    .map(([where, more, user]) => ({
      method: 'GET' as const,
      path: `${resource.name}/read`,
      query: Object.assign({}, where, ...more) as Record<string, string>,
      ...(user === undefined ? {} : { asUser: user }),
    }));
}

/** A row to create or change, with some of its fields. */
function entityOf(resource: Resource, verb: 'create' | 'update'): fc.Arbitrary<Record<string, unknown>> {
  const writable = [...resource.fields.values()].filter((field) => field[verb] !== '-' && !field.secret);
  const required = writable.filter((field) => field[verb] === 'R' && field.name !== 'id');
  const optional = writable.filter((field) => field[verb] === 'O');
  const named = (fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(
        fields.map((field) => [
          field.name,
          fc.oneof({ weight: 5, arbitrary: valueOf(field) }, { weight: 1, arbitrary: fc.constant(null) }),
        ]),
      ),
    );
  const some =
    optional.length === 0 ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...optional), { maxLength: 4 });
  return fc.tuple(named(required), some.chain(named)).map(([must, may]) => ({ ...may, ...must }));
}

/** A write to a resource: one row, a batch, or a deletion. */
export function writeOf(resource: Resource): fc.Arbitrary<Asked> {
  const kinds: fc.Arbitrary<Asked>[] = [];
  const { name, actions } = resource;
  if (actions.has('create')) {
    const entity = entityOf(resource, 'create');
    const body = fc.oneof(entity, fc.array(entity, { minLength: 1, maxLength: 4 }));
    kinds.push(body.map((one) => ({ method: 'POST', path: `${name}/create`, body: one })));
  }
  if (actions.has('update')) {
    const entity = fc.tuple(smallId, entityOf(resource, 'update')).map(([id, rest]) => ({ ...rest, id }));
    kinds.push(entity.map((one) => ({ method: 'PUT', path: `${name}/update`, body: one })));
  }
  if (actions.has('delete'))
    kinds.push(smallId.map((id) => ({ method: 'DELETE', path: `${name}/delete/${id}` })));
  return fc.oneof(...kinds);
}
