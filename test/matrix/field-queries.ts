// Every way in which a read can use a field that it does not show, and the refusal of each.
import assert from 'node:assert/strict';
import type { Answer, Client } from '../support/client.ts';

/** All comparison operators of the interface. */
export const operators = [
  'eq',
  'neq',
  'gt',
  'gteq',
  'lt',
  'lteq',
  'in',
  'nin',
  'betw',
  'like',
  'null',
  'notnull',
];
const functions = ['sum', 'avg', 'max', 'min', 'count', 'group_concat'];

/** Every request that uses the field is refused, and the refusal shows nothing. */
export async function assertUnusable(
  client: Client,
  { resource, field, value }: { resource: string; field: string; value: string | number },
): Promise<void> {
  for (const query of queriesOn(field, value))
    assertFieldRefused(await client.get(`${resource}/read`, query), field);
  const prefixed = await client.get('fetchData/read', {
    _include: resource,
    [`${resource}__${field}`]: value,
  });
  assertFieldRefused(prefixed, field);
}

/** Every way to make an answer depend on a field. */
export function queriesOn(
  field: string,
  value: string | number,
  { pair = null }: { readonly pair?: readonly string[] | null } = {},
): readonly Record<string, string | number>[] {
  return [
    ...operators.map((operator) => ({ [field]: operandOf(operator, value), [`_op__${field}`]: operator })),
    { [`_op__${field}`]: 'null' },
    ...functions
      .filter((name) => typeof value === 'number' || !['sum', 'avg'].includes(name))
      .map((name) => ({ [`_aggregate__${field}`]: name })),
    { _group_by: field },
    { _group_by: field, [`_aggregate__${pair?.[0] ?? 'id'}`]: 'count' },
    { _order_by: field },
    { _order_by: field, _order_desc: 1 },
  ];
}

/** The operand that means one value. */
export function operandOf(operator: string, value: string | number): string {
  return operator === 'betw' ? `${value}|${value}` : String(value);
}

/** The field is refused by name. */
export function assertFieldRefused(answer: Answer, field: string): void {
  assert.equal(answer.status, 401, `${field}: ${answer.text}`);
  assert.equal(answer.json['ErrorExtended'].errorCode, 'field_not_allowed', answer.text);
  assert.equal(answer.json['ErrorExtended'].field, field);
  assert.equal(answer.json['Results'], undefined);
}
