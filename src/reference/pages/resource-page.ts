// docs/reference/resources/<resource>.md: all that is declared of one resource.
import type { FieldVisibility } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { askedFields, doingsOf, hasId, methodOf, nameOf, readSummary, type Doing } from '../actions.ts';
import { accessTable, levelsOf, termsText } from '../describe-access.ts';
import { exampleRequests } from '../example-requests.ts';
import { sampleCallers } from '../sample-callers.ts';
import { curlCommand } from './curl.ts';
import { cellText, fieldsTable, pageLink, parametersTable } from './fields-table.ts';

/** The whole page. */
export function resourcePage(resource: Resource, schema: Schema): string {
  const parts = [
    `# ${resource.name}`,
    resource.doc,
    addresses(resource),
    `## Actions\n\n${actionsTable(resource)}`,
    ...parametersOf(resource, schema),
    `## Who may\n\n${whoMay(resource)}`,
    ...fields(resource, schema),
    facts(resource, schema),
    `## Examples\n\n${examples(resource)}`,
    `This page is written by \`npm run reference\`.`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function addresses({ name, aliases }: Resource): string {
  const also = aliases.length === 0 ? '' : ` Also reached as ${listText(aliases.map(code))}.`;
  return `Address: \`/<account>/v4/${name}/<action>\`.${also} What holds for all resources stands in [the interface](../interface.md).`;
}

function actionsTable(resource: Resource): string {
  const rows = doingsOf(resource).map(
    (doing) =>
      `| ${code(nameOf(doing))} | ${methodOf(doing)} | ${addressesOf(resource, doing).map(code).join(', ')} | ${cellText(meaning(resource, doing))} |`,
  );
  return `| action | method | address | what it does |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function addressesOf(resource: Resource, doing: Doing): readonly string[] {
  const base = `${resource.name}/${nameOf(doing)}`;
  switch (doing.kind) {
    case 'read':
      return hasId(resource) ? [base, `${base}/<id>`] : [base];
    case 'write':
      if (doing.verb === 'create') return [base];
      if (doing.verb === 'update') return [base, `${base}/<id>`];
      return [hasId(resource) ? `${base}/<id>` : `${base}?${pairQuery(resource)}`];
    case 'action':
      return doing.action.on === 'resource' ? [base] : [base, `${base}/<id>`];
    case 'namedRead':
      return [base];
    case 'download':
      return [`${base}/<id>`];
  }
}

function pairQuery({ pair }: Resource): string {
  return (pair ?? []).map((name) => `${name}=<id>`).join('&');
}

function meaning(resource: Resource, doing: Doing): string {
  switch (doing.kind) {
    case 'read':
      return `${readSummary(resource)}${resource.storage === 'computed' ? '' : '; never changes anything'}.`;
    case 'namedRead':
      return namedMeaning(resource, doing.name);
    case 'download':
      return 'Answers the bytes of the file as an attachment under its name.';
    case 'write':
      return {
        create: 'Creates one row, or a batch of up to 100.',
        update: 'Changes the fields that are sent, of one row or of a batch of up to 100.',
        delete: 'Removes the row and answers with it as it stood.',
      }[doing.verb];
    case 'action': {
      const { doc, methods, verb } = doing.action;
      const others = methods.includes('DELETE') ? ' DELETE works too.' : '';
      return `${doc}${others}${verb === null ? '' : ` The permission ${code(verb)} covers it.`}`;
    }
  }
}

function namedMeaning(resource: Resource, name: string): string {
  const employee = sampleCallers.at(-1);
  const terms =
    employee === undefined ? [] : (resource.namedReads[name]?.(employee.accessContext, new Set()) ?? []);
  return `Of the rows that the caller may read, those with ${termsText(terms)}.`;
}

/** What a read is asked by, and what actions take. */
function parametersOf(resource: Resource, schema: Schema): readonly string[] {
  const actions = [...resource.customActions.values()].map(
    ({ name, parameters }) => [name, [...parameters.values()]] as const,
  );
  return [['read', askedFields(resource)] as const, ...actions]
    .filter(([, parameters]) => parameters.length > 0)
    .map(([name, parameters]) => `### Parameters of \`${name}\`\n\n${parametersTable(parameters, schema)}`);
}

/** Of rows as they are read and written, or worked out. */
function fields(resource: Resource, schema: Schema): readonly string[] {
  if (resource.actions.size === 0) return [];
  if (resource.answer !== null) return answeredTable(resource);
  return [
    `## Fields\n\n${fieldsTable(resource, schema)}`,
    `C, R and U say whether the field is required (R), optional (O) or not there (-) in a create, in what a read shows, and in an update.`,
    ...ownFieldsOf(resource),
  ];
}

function ownFieldsOf({ ownLike }: Resource): readonly string[] {
  if (ownLike === null) return [];
  return [
    `Beside these stand the fields of the account's own, \`udf_…\`, which [userDefinedFieldDefinitions](userDefinedFieldDefinitions.md) name. Who reads and writes \`${ownLike}\` reads and writes them.`,
  ];
}

/** Of what is worked out for a question. */
function answeredTable({ answered }: Resource): readonly string[] {
  const rows = Object.entries(answered).map(
    ([path, { type, doc }]) => `| ${code(path)} | ${type} | ${cellText(doc)} |`,
  );
  if (rows.length === 0) return [];
  return [`## Fields\n\n| field | type | what it is |\n|---|---|---|\n${rows.join('\n')}`];
}

const levelMeanings: Readonly<Record<FieldVisibility, string>> = {
  public: 'all users who may read the row',
  colleague:
    'colleagues where the account shows it to them (of `users` while the setting `colleagues_see_contact` is 1, of `absenceDays` where the type has `public_leave_type` 1)',
  own: 'the person whom the row is about and those who see more',
  self: 'the person themselves and administrators',
  manager: 'those who manage the person, and administrators',
  managerSelf: 'the person, if they manage themselves, and administrators',
  administrator: 'administrators',
};

function whoMay(resource: Resource): string {
  const { callers, rows, limits } = accessTable(resource);
  const table = [
    `| | ${callers.join(' | ')} |`,
    `|---${'|---'.repeat(callers.length)}|`,
    ...rows.map(({ action, cells }) => `| ${code(action)} | ${cells.map(cellText).join(' | ')} |`),
  ].join('\n');
  const some = limits.map(
    (limit) => `Fields in ${code(limit.action)} for ${limit.callers}: ${listText(limit.fields.map(code))}.`,
  );
  return [table, ...some, ...grantable(resource), ...levelLegend(resource)].join('\n\n');
}

/** What rows of `permissions` can add. */
function grantable({ access, storage }: Resource): readonly string[] {
  if (storage !== 'account') return [];
  const { person, department, only = [], writable } = access.about ?? {};
  const by = [
    ...(person === undefined ? [] : [`the person in ${code(person)}`]),
    ...(department === undefined ? [] : [`the department in ${code(department)}`]),
  ];
  const more = [
    by.length === 0 ? 'only for all rows' : `for rows by ${by.join(' and ')}, or for all rows`,
    ...(only.length === 0 ? [] : [`written are rows with ${termsText(only)}`]),
    ...(writable === undefined ? [] : [`fields that can be set: ${listText(writable.map(code))}`]),
  ];
  return [`[permissions](permissions.md) can grant more, ${more.join('; ')}.`];
}

function levelLegend(resource: Resource): readonly string[] {
  const levels = resource.storage === 'computed' ? [] : levelsOf(resource);
  if (levels.length < 2) return [];
  return [
    `Levels: ${levels.map((level) => `a field of level ${level} is shown to ${levelMeanings[level]}`).join('; ')}.`,
  ];
}

function facts(resource: Resource, schema: Schema): string {
  // Internal resources have no page and no address, so no page names them.
  const children = (list: Readonly<Record<string, string>>): string =>
    listText(
      Object.entries(list).flatMap(([name, key]) => {
        const child = schema.resources.get(name);
        return child === undefined || child.internal ? [] : [`${pageLink(child)} (by \`${key}\`)`];
      }),
    );
  const [nested, owned] = [children(resource.nested), children(resource.owned)];
  const said = [
    resource.storage === 'computed' ? '' : tracking(resource),
    resource.public.length === 0
      ? ''
      : `Public fields, which \`_resolve\` shows: ${listText(resource.public.map(code))}.`,
    resource.pair === null
      ? ''
      : `A row has no id of its own on the wire: ${listText(resource.pair.map(code))} together name it.`,
    nested === '' ? '' : `Children in \`nestedEntities\`: ${nested}.`,
    owned === '' ? '' : `Deleted with the row: ${owned}.`,
    resource.idempotent === null
      ? ''
      : `A create that repeats ${listText(resource.idempotent.map(code))} answers with the row that has them and changes nothing.`,
  ].filter((sentence) => sentence !== '');
  return said.map((sentence) => `- ${sentence}`).join('\n');
}

function tracking({ lastChange }: Resource): string {
  return lastChange === null
    ? 'Changes are not tracked: `_since` is refused.'
    : `Changes are tracked by \`${lastChange}\`: \`_since\`, \`_fetch_deleted\` and \`deltaSync\` work.`;
}

function examples(resource: Resource): string {
  return `\`\`\`sh\n${exampleRequests(resource).map(curlCommand).join('\n\n')}\n\`\`\``;
}

function code(text: string): string {
  return `\`${text}\``;
}

function listText(items: readonly string[]): string {
  return items.join(', ');
}
