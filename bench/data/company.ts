// Companies of people who all have worked like one, each in a database of its own. Their accounts are not counted yet.
import { copyFileSync } from 'node:fs';
import { copyPerson } from './copy-person.ts';
import { bookingsOfTenWeeks, seedWorkingLife, type WorkingLife } from './working-life.ts';

/** Fifty weeks: 500 bookings a person. */
const tenWeeks = 5;

/** A company whose people are all like the one. */
export interface Company extends WorkingLife {
  readonly people: number;
  /** Bookings of all people. */
  readonly bookings: number;
}

/** Makes a company of each size. */
export async function seedCompanies(
  command: string,
  { sizes, fileOf }: { readonly sizes: readonly number[]; readonly fileOf: (people: number) => string },
): Promise<readonly Company[]> {
  const life = await seedWorkingLife(command, { file: fileOf(1), tenWeeks });
  return sizes.map((people) => {
    const file = fileOf(people);
    copyFileSync(fileOf(1), file);
    const { accountId, userId, access } = life;
    copyPerson({ file, accountId, userId, copies: people - 1 });
    const bookings = people * tenWeeks * bookingsOfTenWeeks;
    return { ...life, access: { ...access, file }, people, bookings };
  });
}
