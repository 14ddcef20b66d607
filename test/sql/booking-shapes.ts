// The lists of bookings that clients ask for most, each with what its conditions ask of a row.
import type { Row } from '#resource/rule.ts';

/** A list, by the columns that a search may go by. */
export interface Shape {
  readonly query: string;
  /** What the columns of a search ask of a row; the account is the same for all. */
  readonly conditions: Readonly<Record<string, (row: Row) => boolean>>;
  /** The first rows in the order asked for are enough: not all that the conditions leave. */
  readonly isOrdered: boolean;
}

const between =
  (column: string, from: string, to: string) =>
  (row: Row): boolean =>
    String(row[column]) >= from && String(row[column]) <= to;
const is =
  (column: string, value: unknown) =>
  (row: Row): boolean =>
    row[column] === value;

/** A person's month, whichever column says it. */
const june = {
  start_time: between('start_time', '2026-06-01 00:00:00', '2026-06-30 23:59:59'),
  start_date: between('start_date', '2026-06-01', '2026-06-30'),
};

/** The lists, by what they are for. */
export function shapesOf({ user, task, open, id }: Company): Readonly<Record<string, Shape>> {
  const person = `timeTrackings/read/?user_id=${user}`;
  const ofPerson = { user_id: is('user_id', user) };
  const month = '_op__start_time=betw&start_time=2026-06-01%2000:00:00|2026-06-30%2023:59:59';
  return {
    'the first page of a person': { query: person, conditions: ofPerson, isOrdered: true },
    'the first page of a person by id': {
      query: `${person}&_order_by=id`,
      conditions: ofPerson,
      isOrdered: true,
    },
    'the newest of a person by id': {
      query: `${person}&_order_by=id&_order=desc`,
      conditions: ofPerson,
      isOrdered: true,
    },
    'a person after the last id': {
      query: `${person}&_op__id=gt&id=${id}&_order_by=id`,
      conditions: { ...ofPerson, id: (row) => Number(row['id']) > id },
      isOrdered: true,
    },
    'the month of a person by time': {
      query: `${person}&${month}&_order_by=start_time`,
      conditions: { ...ofPerson, ...june },
      // Of few rows PostgreSQL finds all at once and sorts them.
      isOrdered: false,
    },
    'the month of a person by id': {
      query: `${person}&${month}`,
      conditions: { ...ofPerson, ...june },
      isOrdered: false,
    },
    'the month of a person by date': {
      query: `${person}&_op__start_date=betw&start_date=2026-06-01|2026-06-30`,
      conditions: { ...ofPerson, ...june },
      isOrdered: false,
    },
    'the day of a person': {
      query: `${person}&start_date=2026-06-10`,
      conditions: {
        ...ofPerson,
        start_date: is('start_date', '2026-06-10'),
        start_time: between('start_time', '2026-06-10 00:00:00', '2026-06-10 23:59:59'),
      },
      isOrdered: false,
    },
    'a person from a moment on': {
      query: `${person}&_op__start_time=gteq&start_time=2026-06-20%2000:00:00`,
      conditions: {
        ...ofPerson,
        start_time: between('start_time', '2026-06-20', '9'),
        start_date: between('start_date', '2026-06-20', '9'),
      },
      isOrdered: false,
    },
    'the newest of a person by time': {
      query: `${person}&_order_by=start_time&_order=desc`,
      conditions: ofPerson,
      isOrdered: true,
    },
    'a task of a person': {
      query: `${person}&task_id=${task}`,
      conditions: { ...ofPerson, task_id: is('task_id', task) },
      isOrdered: true,
    },
    'what is not approved of a person': {
      query: `${person}&approved_by_admin=0`,
      conditions: { ...ofPerson, approved_by_admin: is('approved_by_admin', 0) },
      isOrdered: true,
    },
    'the day of a department': {
      query: 'timeTrackings/read/?department_id=1&start_date=2026-06-10',
      conditions: {
        department_id: is('department_id', 1),
        start_date: is('start_date', '2026-06-10'),
        start_time: between('start_time', '2026-06-10 00:00:00', '2026-06-10 23:59:59'),
      },
      isOrdered: false,
    },
    'what runs in the account': {
      query: 'timeTrackings/read/?end_time=',
      conditions: { end_instant: is('end_instant', null), end_time: is('end_time', null) },
      isOrdered: false,
    },
    'what runs of a person': {
      query: `timeTrackings/read/?user_id=${open}&_op__end_time=null`,
      conditions: {
        user_id: is('user_id', open),
        end_instant: is('end_instant', null),
        end_time: is('end_time', null),
      },
      isOrdered: false,
    },
  };
}

/** Whom and what the lists ask for. */
export interface Company {
  readonly user: number;
  readonly task: number;
  readonly open: number;
  readonly id: number;
  readonly rows: readonly Row[];
}
