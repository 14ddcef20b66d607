// Creates tasks of each kind that reports distinguish: in a project, below it, with a client of their own, and without
// one.
import type { Client } from '../support/client.ts';
import { pause, work } from '../time-tracking/booking.ts';

/** What was made, and what the report must say of each task. */
export interface BookedCompany {
  readonly project: number;
  readonly below: number;
  readonly tasks: readonly {
    readonly id: number;
    readonly project_id: number;
    readonly client_id: number | null;
  }[];
}

/** Makes it. */
export async function createBookedCompany(machine: Client): Promise<BookedCompany> {
  const create = async (resource: string, entity: object): Promise<number> =>
    (await machine.create(resource, entity))['id'] as number;
  const first = await create('clients', { company_name: 'A' });
  const second = await create('clients', { company_name: 'B' });
  const project = await create('projects', { name: 'P', mother_id: 1, client_id: first });
  const below = await create('projects', { name: 'Q', mother_id: project });
  return {
    project,
    below,
    tasks: [
      { id: await create('tasks', { name: 'T', mother_id: project }), project_id: project, client_id: first },
      { id: await create('tasks', { name: 'U', mother_id: below }), project_id: below, client_id: first },
      {
        id: await create('tasks', { name: 'V', mother_id: below, client_id: second }),
        project_id: below,
        client_id: second,
      },
      { id: work, project_id: 3, client_id: null },
      { id: pause, project_id: 3, client_id: null },
    ],
  };
}
