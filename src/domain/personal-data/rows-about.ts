// The rows of one resource that are about a person.
import type { ReadView, Row } from '#resource/rule.ts';
import { personalData } from './catalogue.ts';

/** Every row of the resource that is about the person, by id; none of a resource that holds nothing about people. */
export async function rowsAbout(view: ReadView, resource: string, userId: number): Promise<readonly Row[]> {
  const found = new Map<number, Row>();
  for (const column of personalData[resource]?.of ?? []) {
    const rows: readonly Row[] = await view.find(resource, [{ column, is: '=', value: userId }]);
    for (const row of rows.filter((one) => isAbout(resource, one, userId)))
      found.set(row['id'] as number, row);
  }
  return [...found.values()].sort((one, other) => (one['id'] as number) - (other['id'] as number));
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
