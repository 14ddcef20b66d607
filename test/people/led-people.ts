// A department with its supervisor, an HR manager, a colleague and new people.
import type { Place } from '../support/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { hire } from '../time-tracking/booking.ts';

/** A person of the stories. */
export interface Person {
  readonly id: number;
  readonly client: Client;
}

/** Who acts, and a way to hire one more person into the department that `boss` supervises. */
export interface LedPeople {
  readonly north: number;
  readonly boss: Person;
  readonly hanna: Person;
  readonly other: Person;
  hireNext(more?: object): Promise<Person>;
}

/** Founds the department and hires them. */
export async function foundDepartment({ machine, account }: Place): Promise<LedPeople> {
  const person = async (name: string, more: object): Promise<Person> => {
    const id = await hire(machine, name, more);
    return { id, client: await account.login(name) };
  };
  const north = (await machine.create('departments', { department_name: 'North' }))['id'] as number;
  const boss = await person('boss', { department_id: north });
  await machine.put(`departments/update/${north}`, { supervisor_id: boss.id });
  let number = 0;
  return {
    north,
    boss,
    hanna: await person('hanna', { hr_manager: 1 }),
    other: await person('other', {}),
    hireNext: (more = {}) => person(`person ${(number += 1)}`, { department_id: north, ...more }),
  };
}

/** Approves a day, named by `id`, or by `user_id` and `date`. */
export function approve(client: Client, day: object): Promise<Answer> {
  return client.put('timesheetAccountings/approve', day);
}

/** Takes the approval of a day back. */
export function unapprove(client: Client, day: object): Promise<Answer> {
  return client.put('timesheetAccountings/unapprove', day);
}
