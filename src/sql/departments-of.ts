// The tree of departments as rights need it: who leads which part of it, and who works there.
import type { UnitTx } from './database.ts';
import { statement } from './statement.ts';

/** A department's place and leaders. */
export interface Department {
  readonly id: number;
  readonly mother_id: number | null;
  readonly supervisor_id: number | null;
  readonly supervisor_assistant_id: number | null;
}

/** The users of these departments. */
export type PeopleOf = (departments: readonly number[]) => readonly number[];

const usersOfDepartments = statement((db, value, dialect) =>
  db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', value(0))
    .where(({ ref }) => dialect.isOneOf(ref('department_id'), value(1), 'integer'))
    .orderBy('id'),
);

const everyPlace = statement((db, value) =>
  db.selectFrom('users').select(['id', 'department_id']).where('account_id', '=', value(0)).orderBy('id'),
);

const manyQuestions = 10;

/** Finds people by department: for a few questions in the index, for many in a directory that is read once. */
export function peopleFinder(tx: UnitTx, accountId: number, questions: number): PeopleOf {
  if (questions < manyQuestions) {
    return (departments) => {
      if (departments.length === 0) return [];
      const rows = usersOfDepartments.all(tx, [accountId, tx.dialect.listParameter(departments)]);
      return rows.map((row) => row['id'] as number);
    };
  }
  let directory: ReadonlyMap<unknown, readonly number[]> | null = null;
  return (departments) => {
    if (departments.length === 0) return [];
    const places = (directory ??= readDirectory(tx, accountId));
    return departments.flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b);
  };
}

function readDirectory(tx: UnitTx, accountId: number): ReadonlyMap<unknown, readonly number[]> {
  const rows = everyPlace.all(tx, [accountId]);
  const byDepartment = Map.groupBy(rows, (row) => row['department_id']);
  return new Map([...byDepartment].map(([id, people]) => [id, people.map((row) => row['id'] as number)]));
}

/** A department with all below it. */
export function withBelow(ids: readonly number[], departments: readonly Department[]): number[] {
  const found = new Set(ids);
  const below = Map.groupBy(departments, (one) => one.mother_id);
  for (const id of found) for (const child of below.get(id) ?? []) found.add(child.id);
  return [...found];
}

/** The departments that the user leads or assists in, with all below them. */
export function supervisedBy(userId: number, departments: readonly Department[]): number[] {
  const led = departments.filter(
    (one) => one.supervisor_id === userId || one.supervisor_assistant_id === userId,
  );
  return withBelow(
    led.map(({ id }) => id),
    departments,
  );
}

/** A department and those above it, itself first. */
export function lineOf(id: number | null, departments: readonly Department[]): number[] {
  const byId = new Map(departments.map((one) => [one.id, one]));
  const line: number[] = [];
  for (let next = id; next !== null && !line.includes(next); next = byId.get(next)?.mother_id ?? null)
    line.push(next);
  return line;
}
