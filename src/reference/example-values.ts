// What the examples of pages and OpenAPI document send: a plausible value of each field, as a client writes it.
import { boolean } from '#resource/field-types/boolean.ts';
import type { Field, Resource } from '#resource/resource.ts';

/** Rows that every new account has. */
const knownIds: Readonly<Record<string, number>> = { tasks: 4, projects: 3, nodes: 3 };

/** Rows that can take the value which the example of an update sends: the company name may be any text. */
const changeableIds: Readonly<Record<string, number>> = { generalSettings: 5 };

const byName: readonly (readonly [name: RegExp, value: string])[] = [
  [/time_?zone/, 'Europe/Vienna'],
  [/^username$/, 'ann'],
  [/firstname/, 'Ann'],
  [/^filename$/, 'plan.txt'],
  [/lastname/, 'Lee'],
  [/password/, 'correct horse battery'],
  [/pin/, '2468'],
  [/e_?mail/, 'ann@example.com'],
  [/colou?r/, '#3366cc'],
  [/(^|_)ids$/, '1'],
  [/(^|_)url/, 'https://example.com/'],
  [/^resource_name$/, 'timeTrackings'],
  [/^month$/, '2026-06'],
];

const byType: Readonly<Record<string, readonly [first: string, last: string]>> = {
  Date: ['2026-06-01', '2026-06-05'],
  Time: ['08:00:00', '16:30:00'],
  DateTime: ['2026-06-01 08:00:00', '2026-06-01 12:00:00'],
};

const context = { serverTimeZone: 'UTC' };

/** The row that examples change. */
export function exampleId({ name }: Resource): number {
  return changeableIds[name] ?? 12;
}

/** A value of the field, in the form in which JSON carries it. */
export function exampleValue(field: Field): string | number {
  const { type, relation, values } = field;
  if (relation !== undefined) return knownIds[relation] ?? 1;
  const [first] = values ?? [];
  if (first !== undefined) return type.render(first, context);
  if (type === boolean) return 1;
  if (type.numeric) return type.render(withinBounds(field), context);
  const ends = byType[type.name];
  if (ends !== undefined) return /(^|_)(end|to|until)(_|$)/.test(field.name) ? ends[1] : ends[0];
  if (type.name === 'Char') return 'A';
  // A line of text.
  if (type.name === 'File') return Buffer.from('Plan of the day\n').toString('base64');
  const word = byName.find(([name]) => name.test(field.name))?.[1] ?? 'Example';
  return word.slice(0, field.maxLength);
}

/** A stored number: one and a half where there are digits for it. */
function withinBounds({ type, min = -Infinity, max = Infinity }: Field): number {
  const usual = type.scale === 0 ? 1 : 1.5 * 10 ** type.scale * type.unit;
  return Math.min(Math.max(usual, min), max);
}
