// The rows of one resource that are about a person.
import type { ReadView, Row } from '#resource/rule.ts';
import { personalData } from './catalogue.ts';

/** A row of any resource. */
type RowWithId = Row & { readonly id: number };

/** Every row of the resource that is about the person, by id; none of a resource that holds nothing about people. */
export function rowsAbout(view: ReadView, resource: string, userId: number): readonly RowWithId[] {
  const found = new Map<number, RowWithId>();
  for (const column of personalData[resource]?.of ?? []) {
    for (const row of view.find(resource, [{ column, is: '=', value: userId }])) {
      const { id } = row;
      if (typeof id === 'number' && isAbout(resource, row, userId)) found.set(id, { ...row, id });
    }
  }
  return [...found].sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** Whether a row, or what a log holds of one by field, names the person as whom it is about. */
export function isAbout(resource: string, row: Readonly<Record<string, unknown>>, userId: number): boolean {
  const { of = [], only = {} } = personalData[resource] ?? {};
  return of.some(
    (column) =>
      row[column] === userId &&
      Object.entries(only[column] ?? {}).every(([other, value]) => row[other] === value),
  );
}
