// Marks in every field that a caller may not see, found in the declarations: a mark in a response is a leak.
import { asServer } from '#accounts/system-run.ts';
import { inScope, sees, type Caller, type FieldVisibility, type AccessContext } from '#resource/access.ts';
import type { Stored } from '#resource/field-type.ts';
import { readPolicies } from '#resource/rights.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { rowToRead, standing } from './company-rows.ts';
import type { Company, Person } from './company.ts';

/** A field of a row that the caller sees without it, and what stands there. */
export interface Mark {
  readonly resource: Resource;
  readonly id: number;
  /** The fields by which clients name the row. */
  readonly key: Readonly<Record<string, number>>;
  readonly field: Field;
  /** As an administrator is shown it. */
  readonly shown: string | number;
}

/** Two sets of marks: other values, and in the opposite order. */
export type MarkSet = 'rising' | 'falling';

const noZone = { serverTimeZone: 'UTC' };
const theDay = '1931-07-31';
/** Who has left cannot ask any more. */
const theExit = '2931-07-31';
const pattern = /.{0,60}(?:hidden mark|\b7731\d{4}|[12]931-07-31).{0,60}/;
/** The server works with it for other people's days too: nothing but a zone can stand there. */
const needed = ['timezone'];

/** What of the text is a mark, with what stands around it; `null`: nothing. */
export function markIn(text: string): string | null {
  return pattern.exec(text)?.[0] ?? null;
}

/** A person of the company as the engine knows callers. */
export function callerOf({ installation, people }: Company, person: Person): Caller {
  const { id: accountId, name: accountName, clientId } = installation.account;
  return { kind: 'user', accountId, accountName, userId: people[person], clientId, readOnly: false };
}

/** On whom a person of the company may act. */
export async function accessContextOf(company: Company, person: Person): Promise<AccessContext> {
  const { engine } = company.installation.app;
  const caller = callerOf(company, person);
  return (await engine.database.read(caller.accountId, (tx) => engine.loadState(tx, caller))).accessContext;
}

/** All resources that have an address and rows that can be read. */
export function readableResources({ installation }: Company): readonly Resource[] {
  const all = [...installation.app.engine.schema.resources.values()];
  return all.filter(({ internal, actions, storage }) => {
    return !internal && actions.has('read') && storage !== 'computed';
  });
}

/** Fields that a read can show. */
export function readableFields({ fields }: Resource): readonly Field[] {
  return [...fields.values()].filter((field) => field.read !== '-' && field.stored);
}

/** How much of the row the caller sees; `null`: there is no such row for them. */
export function levelOf(accessContext: AccessContext, resource: Resource, row: Row): FieldVisibility | null {
  return (
    readPolicies(accessContext, resource).find((rowPolicy) => inScope(rowPolicy.scope, row))?.level ?? null
  );
}

/** Makes a row about the person of every resource that can have one. */
export async function makeRowsAbout(company: Company, person: Person): Promise<void> {
  for (const { name, storage } of readableResources(company)) {
    if (storage !== 'account' || name in standing) continue;
    await rowToRead(company, name, company.people[person]);
  }
}

/** Writes a mark into every field that can bear one of every row that the caller sees without that field. */
export async function plantMarks(
  company: Company,
  { accessContext, set }: { accessContext: AccessContext; set: MarkSet },
): Promise<readonly Mark[]> {
  const { app, account } = company.installation;
  return app.engine.database.write(account.id, (tx) =>
    asServer(app.engine, { tx, account }, ({ unit, view }) =>
      unit(() => {
        const marks: Mark[] = [];
        for (const resource of readableResources(company)) {
          if (resource.storage !== 'account' || resource.flagView !== null) continue;
          for (const row of view.find(resource.name, [])) {
            const level = levelOf(accessContext, resource, row);
            if (level === null) continue;
            const id = row['id'] as number;
            const values = new Map<Field, Exclude<Stored, null>>();
            for (const field of readableFields(resource)) {
              if (sees(level, field.level) || field.name === resource.lastChange) continue;
              const value = markFor(field, { serial: marks.length + values.size, set });
              if (value !== null) values.set(field, value);
            }
            view.update(resource.name, id, named(values));
            for (const [field, value] of values)
              marks.push({
                resource,
                id,
                key: keyOf(resource, row),
                field,
                shown: field.type.render(value, noZone),
              });
          }
        }
        return marks;
      }),
    ),
  );
}

/** The fields by which clients name a row, with its values. */
export function keyOf({ pair }: Resource, row: Row): Readonly<Record<string, number>> {
  return Object.fromEntries((pair ?? ['id']).map((name) => [name, row[name] as number]));
}

function named(values: ReadonlyMap<Field, Stored>): Row {
  return Object.fromEntries([...values].map(([field, value]) => [field.name, value]));
}

/** What no other field holds; `null` where only certain values can stand. */
function markFor(
  { name, type, relation, values }: Field,
  { serial, set }: { serial: number; set: MarkSet },
): Exclude<Stored, null> | null {
  if (relation !== undefined || values !== undefined || needed.includes(name)) return null;
  const number = set === 'rising' ? 1000 + serial : 9999 - serial;
  if (type.isMoment) return Date.parse(`${theDay}T12:00:00Z`) / 1000 + number;
  switch (type.name) {
    case 'String':
      return `hidden mark ${number}`;
    case 'Integer':
      return Number(`7731${number}`);
    case 'Decimal':
      return Number(`7731${number}`) * 10 ** type.scale;
    case 'Date':
      return name === 'exit_date' ? theExit : theDay;
    default:
      return null;
  }
}
