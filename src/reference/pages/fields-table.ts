// The fields of a resource, or the parameters of an action, as a Markdown table.
import { boolean } from '#resource/field-types/boolean.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { doingsOf } from '../actions.ts';
import { isHiddenFromSome } from '../describe-access.ts';

const context = { serverTimeZone: 'UTC' };

/** All fields. */
export function fieldsTable(resource: Resource, schema: Schema): string {
  const rows = [...resource.fields.values()].map((field) => {
    const { name, type, create, read, update, doc } = field;
    const level = isHiddenFromSome(resource, field) && read !== '-' ? [`level ${field.level}`] : [];
    const facts = [...factsOf(field, schema), ...level].join('; ');
    return `| \`${name}\` | ${type.name} | ${create} | ${read} | ${update} | ${cellText(doc)} | ${facts} |`;
  });
  return `| field | type | C | R | U | what it is | more |
|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

/** What an action takes beside the id of a row. */
export function parametersTable(parameters: Iterable<Field>, schema: Schema): string {
  const rows = [...parameters].map((field) => {
    const sent = field.create === 'R' ? 'required' : 'optional';
    const facts = factsOf(field, schema).join('; ');
    return `| \`${field.name}\` | ${field.type.name} | ${sent} | ${cellText(field.doc)} | ${facts} |`;
  });
  return `| parameter | type | | what it is | more |
|---|---|---|---|---|
${rows.join('\n')}`;
}

/** Text that stands in a cell of a table. */
export function cellText(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}

function factsOf(field: Field, schema: Schema): readonly string[] {
  const { type, relation, values, min, max, maxLength } = field;
  const shown = (stored: Stored): string => (stored === null ? '' : `\`${type.render(stored, context)}\``);
  return [
    ...(relation === undefined ? [] : [`→ ${relationText(relation, schema)}`]),
    ...(field.default == null || (type === boolean && field.create === '-')
      ? []
      : [`default ${shown(field.default)}`]),
    ...(values === undefined ? [] : [`one of ${values.map(shown).join(', ')}`]),
    ...(min === undefined ? [] : [`at least ${shown(min)}`]),
    ...(max === undefined ? [] : [`at most ${shown(max)}`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(type.scale > 2 ? [`${type.scale} digits right of the point`] : []),
    ...(field.secret ? ['kept as a hash'] : []),
  ];
}

/** The resource's name, linked to its page where it has one. */
export function pageLink(resource: Resource): string {
  const { name } = resource;
  return doingsOf(resource).length === 0 ? name : `[${name}](${name}.md)`;
}

function relationText(relation: string, schema: Schema): string {
  const targets = schema.targets(relation);
  return targets.length === 0 ? relation : targets.map((target) => pageLink(target)).join(' or ');
}
