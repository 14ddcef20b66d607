// The timesheets of a month, as far as a caller may read them: for the command line and for the interface.
import type { Writable } from 'node:stream';
import { authorizeRead } from '#access/authorize.ts';
import { resourceNamed } from '#engine/write/account-view.ts';
import type { Engine } from '#engine/engine.ts';
import { knownSender, type Sender } from '#engine/read/find-caller.ts';
import { readAs } from '#engine/read/read-as.ts';
import { mayRead } from '#engine/read/readable-row.ts';
import { readableView } from '#engine/read/readable-view.ts';
import { readView } from '#engine/read/read-view.ts';
import type { RequestState } from '#engine/request-state.ts';
import {
  exportTimesheets,
  rowsWithin,
  type Dates,
  type ExportedPerson,
  type TimesheetExport,
  type TimesheetFormat,
} from '#export/export-timesheets.ts';
import type { Field } from '#resource/resource.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import { accountedWithin, begunUntil } from '#domain/days/employment.ts';
import { earlierDate } from '#values/date-range.ts';
import { holidayNames } from '#domain/schedules/holiday-calendar.ts';
import type { DateRange } from '#domain/schedules/person-days.ts';

/** What is asked for. */
export interface AskedTimesheets {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly format: TimesheetFormat;
  /** Id of the person whose timesheet alone is wanted; `null`: all people whom the caller may read. */
  readonly userId: number | null;
  /** Whether CSV begins with a byte order mark. */
  readonly byteOrderMark?: boolean;
}

/** An export that has something to write. */
export interface OpenedExport {
  /** The only person in it, as `Lastname Firstname`; `null`: more than one may be in it. */
  readonly person: string | null;
  /** Writes it; answers of how many people. The stream stays open. */
  readonly write: (out: Writable) => Promise<number>;
}

const rowsAtOnce = 200;

/**
 * Finds whose timesheets the caller may read and who of them has a day in the month.
 * `unknown`: the caller may not read those of the person; `empty`: no person has a day.
 */
export async function openExport(
  engine: Engine,
  sender: Sender,
  asked: AskedTimesheets,
): Promise<OpenedExport | 'unknown' | 'empty'> {
  const reading = { sender, resources: engine.schema.turning };
  const { month, format, userId, byteOrderMark = false } = asked;
  const found = await readAs(engine, reading, async ({ tx, caller }) => {
    const state = await engine.loadState(tx, caller);
    return tx.unit((unit) => {
      const view = readView({ tx: unit, accountId: caller.accountId }, state.schema);
      const readable = readablePeople(view, state, userId);
      const people = peopleWithin(readable, daysOf(month));
      return {
        caller,
        readable: readable.length,
        people,
        isEmpty: !hasDays(view, people),
        company: view.setting('company_name') || caller.accountName,
        ownFields: ownFieldsOf(state.schema),
      };
    });
  });
  if (userId !== null && found.readable === 0) return 'unknown';
  if (found.isEmpty) return 'empty';
  const read: TimesheetExport['read'] = (work) =>
    readAs(engine, { ...reading, sender: knownSender(found.caller) }, async ({ tx, caller }) => {
      const state = await engine.loadState(tx, caller);
      return tx.unit((unit) =>
        work(readableView(readView({ tx: unit, accountId: caller.accountId }, state.schema), state)),
      );
    });
  const { people, company, ownFields } = found;
  const ownTitles = ownFields.map(({ doc }) => doc);
  const heading = { company, month, writtenAt: engine.clock(), ownTitles, byteOrderMark };
  return {
    person: userId === null ? null : (people[0]?.name ?? null),
    write: (out) => exportTimesheets(out, { format, heading, ownFields, people, read, holidayNames }),
  };
}

/** Everybody whose timesheets the caller may read, or the one asked for; throws `not_allowed` if there can be none. */
function readablePeople(
  view: ReadView,
  { accessContext, schema }: Pick<RequestState, 'accessContext' | 'schema'>,
  userId: number | null,
): readonly Row<'users'>[] {
  const timesheets = resourceNamed(schema, 'timesheetAccountings');
  authorizeRead(accessContext, timesheets);
  const isReadable = (user: Row<'users'>): boolean =>
    mayRead(accessContext, timesheets, { user_id: user.id });
  if (userId !== null) {
    const user = view.get('users', userId);
    return user === undefined || !isReadable(user) ? [] : [user];
  }
  const people: Row<'users'>[] = [];
  for (let last: number | null = 0; last !== null;) {
    const after = { column: 'id', is: '>', value: last } as const;
    const rows: readonly Row<'users'>[] = view.find('users', [after], { limit: rowsAtOnce });
    people.push(...rows.filter(isReadable));
    last = rows.length < rowsAtOnce ? null : (rows.at(-1)?.id ?? null);
  }
  return people;
}

interface NamedPerson extends ExportedPerson {
  readonly name: string;
}

/** Those whose account counts on a date of the range that has begun, by name. */
function peopleWithin(people: readonly Row<'users'>[], range: DateRange): readonly NamedPerson[] {
  const found = people.flatMap((user) => {
    const dates = begunWithin(user, range);
    const name = `${user.lastname} ${user.firstname}`.trim();
    return dates === null ? [] : [{ id: user.id, dates, name }];
  });
  const { compare } = new Intl.Collator('en');
  return found.toSorted((one, other) => compare(one.name, other.name) || one.id - other.id);
}

/** Whether any of them has a row of a date that counts. */
function hasDays(view: ReadView, people: readonly ExportedPerson[]): boolean {
  for (const { id: userId, dates } of people)
    if (rowsWithin(view, 'timesheetAccountings', { userId, dates }).length > 0) return true;
  return false;
}

function ownFieldsOf({ resources }: Schema): readonly Field[] {
  return [...(resources.get('users')?.fields.values() ?? [])].filter(({ own }) => own === true);
}

/** The days of the person's account that have begun: others have no balance. */
function begunWithin(user: Row<'users'>, range: DateRange): Dates | null {
  const until = begunUntil(user);
  const accounted = accountedWithin(user, range);
  const parts = accounted
    .filter(({ from }) => from <= until)
    .map(({ from, to }) => ({ from, to: earlierDate(to, until) }));
  return parts.length === 0 ? null : { parts, isCut: (accounted.at(-1) as DateRange).to > until };
}

function daysOf(month: string): DateRange {
  const first = Temporal.PlainDate.from(`${month}-01`);
  return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() };
}
