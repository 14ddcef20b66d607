// Definitions of fields of an account's own, and rows of each entity that can have them.
import type { Client, Envelope } from '../support/client.ts';
import { booking, hire } from '../time-tracking/booking.ts';

/** Defines a field; answers its definition. */
export function define(
  client: Client,
  entity: string,
  fieldtype: string,
  more: object = {},
): Promise<Envelope> {
  const fieldname = `${fieldtype} ${Math.random()}`;
  return client.create('userDefinedFieldDefinitions', { entity, fieldtype, fieldname, ...more });
}

/** Adds an option to a field; answers its row. */
export function addOption(client: Client, definition: Envelope, value: string): Promise<Envelope> {
  const option = { field_id: definition['id'], field_option_value: value };
  return client.create('userDefinedFieldDefinitionOptions', option);
}

/** The entities that can have fields of an account's own. */
export const entities = ['users', 'projects', 'tasks', 'timeTrackings', 'absences'] as const;

let serial = 0;

/** Makes bodies of creates, each of which can be sent once: people and days are new. */
export async function bodyOf(client: Client, entity: (typeof entities)[number]): Promise<Envelope> {
  serial += 1;
  switch (entity) {
    case 'users':
      return {
        username: `own.${serial}`,
        firstname: 'Own',
        lastname: 'Person',
        password: 'correct horse 1',
      };
    case 'projects':
      return { name: `Project ${serial}`, mother_id: 0 };
    case 'tasks': {
      const project = await client.create('projects', { name: `Above ${serial}`, mother_id: 0 });
      return { name: `Task ${serial}`, mother_id: project['id'] };
    }
    case 'timeTrackings': {
      const person = await hire(client, `booking.${serial}`);
      return booking(person, { start: '2026-03-02 08:00', end: '2026-03-02 10:00' });
    }
    case 'absences': {
      const type = await client.create('absenceTypes', {
        name_const: `Type ${serial}`,
        abbreviation_const: 'T',
      });
      const { absence_type_id, absence_subtype_id } = type;
      return {
        user_id: await hire(client, `absent.${serial}`),
        type_id: absence_type_id,
        subtype_id: absence_subtype_id,
        from_date: '2026-03-02',
        to_date: '2026-03-02',
      };
    }
  }
}
