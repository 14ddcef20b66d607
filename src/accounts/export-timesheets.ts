// The timesheets of an account for who runs the server: everybody's, or those of one person.
import type { Writable } from 'node:stream';
import type { Engine } from '#engine/engine.ts';
import { readView } from '#engine/read-view.ts';
import { readSettled } from '#engine/settle.ts';
import { systemCaller } from '#engine/system-caller.ts';
import {
  exportTimesheets,
  type Dates,
  type TimesheetExport,
  type TimesheetFormat,
} from '#export/export-timesheets.ts';
import type { Field } from '#resource/resource.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import { accountedWithin, begunUntil } from '#rules/accounts/employment.ts';
import type { DateRange } from '#rules/schedules/person-days.ts';
import { AccountError } from './account-error.ts';
import { findPeople, type AskedPeople } from './find-people.ts';

/** What is asked for. */
export interface AskedTimesheets extends AskedPeople {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly format: TimesheetFormat;
}

/** Writes them by name; answers of how many people. Throws {@link AccountError} when there is nobody to write of. */
export async function exportAccount(engine: Engine, out: Writable, asked: AskedTimesheets): Promise<number> {
  const { account, people } = await findPeople(engine, asked, (person) => person);
  const caller = systemCaller(account);
  const reading = { caller, resources: engine.schema.turning, confirm: undefined };
  const readIn = <T>(work: (view: ReadView, schema: Schema) => Promise<T>): Promise<T> =>
    readSettled(engine, reading, async (tx) => {
      const { schema } = await engine.loadState(tx, caller);
      return work(readView({ tx, accountId: account.id }, schema), schema);
    });
  const read: TimesheetExport['read'] = (work) => readIn(work);
  const { month, format, username } = asked;
  const datesOf = (user: Row): Dates | null => begunWithin(user, daysOf(month));
  if (!(await read((view) => hasDays(view, people, datesOf)))) {
    const whose =
      username === null
        ? `No working time account of ${account.name}`
        : `The working time account of "${username}"`;
    throw new AccountError(`${whose} has ${username === null ? 'a' : 'no'} day in ${month} that has begun.`);
  }
  const company = await read((view) => view.setting('company_name'));
  const ownFields = await readIn(async (_view, schema) => ownFieldsOf(schema));
  return exportTimesheets(out, {
    format,
    heading: { company, month, writtenAt: engine.clock(), ownTitles: ownFields.map(({ doc }) => doc) },
    ownFields,
    people: byName(people).map((person) => person['id'] as number),
    datesOf,
    read,
  });
}

function ownFieldsOf({ resources }: Schema): readonly Field[] {
  return [...(resources.get('users')?.fields.values() ?? [])].filter(({ own }) => own === true);
}

/** Whether the account of any of these people has a row of a date that counts. */
async function hasDays(
  view: ReadView,
  people: readonly Row[],
  datesOf: (user: Row) => Dates | null,
): Promise<boolean> {
  for (const person of people) {
    const dates = datesOf(person);
    if (dates === null) continue;
    const [day] = await view.find(
      'timesheetAccountings',
      [
        { column: 'user_id', is: '=', value: person['id'] ?? null },
        { column: 'date', is: '>=', value: dates.from },
        { column: 'date', is: '<=', value: dates.to },
      ],
      { limit: 1 },
    );
    if (day !== undefined) return true;
  }
  return false;
}

/** The days of the person's account that have begun: others have no balance. */
function begunWithin(user: Row, range: DateRange): Dates | null {
  const dates = accountedWithin(user, range);
  const until = begunUntil(user);
  if (dates === null || dates.from > until) return null;
  return dates.to <= until ? { ...dates, isCut: false } : { from: dates.from, to: until, isCut: true };
}

function daysOf(month: string): DateRange {
  const first = Temporal.PlainDate.from(`${month}-01`);
  return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() };
}

function byName(people: readonly Row[]): readonly Row[] {
  const { compare } = new Intl.Collator('en');
  const key = (row: Row): string => `${row['lastname'] ?? ''} ${row['firstname'] ?? ''}`;
  return people.toSorted(
    (one, other) => compare(key(one), key(other)) || Number(one['id']) - Number(other['id']),
  );
}
