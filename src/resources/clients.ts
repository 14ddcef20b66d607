// The company's customers, for whom projects are done. Employees know their names, managers their addresses.
import type { Access, FieldVisibility, AccessContext } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

const line = { maxLength: 255 };

const access: Access = {
  read: (accessContext) => [{ level: levelOf(accessContext), scope: 'all' }],
  write: (accessContext) => (accessContext.administrator ? 'all' : []),
};

function levelOf(accessContext: AccessContext): FieldVisibility {
  if (accessContext.administrator) return 'administrator';
  return accessContext.hrManager || accessContext.people.length > 0 ? 'manager' : 'public';
}

export default defineResource({
  name: 'clients',
  doc: 'A customer of the company.',
  fields: {
    id,
    company_name: field(types.string, 'ROO', 'Name of the customer.', line),
    active: field(types.boolean, 'OOO', 'Whether new projects may be done for the customer.', { default: 1 }),
    username: field(types.string, 'OOO', 'Name under which the customer is known in other systems.', line),
    address_1: field(types.string, 'OOO', 'Street and house number.', line),
    address_2: field(types.string, 'OOO', 'Further line of the address.', line),
    zip: field(types.string, 'OOO', 'Postal code.', { maxLength: 32 }),
    city: field(types.string, 'OOO', 'Town of the customer.', line),
    country_id: field(types.integer, 'OOO', "Country of the customer's address.", { relation: 'countries' }),
    url: field(types.string, 'OOO', "Address of the customer's web site.", { maxLength: 2000 }),
    customer_number: field(types.string, 'OOO', 'Number of the customer in the books.', line),
    contact_person_salutation_id: field(types.integer, 'OOO', 'Form of address of the contact person.', {
      relation: 'salutations',
    }),
    contact_person_firstname: field(types.string, 'OOO', 'Given name of the contact person.', line),
    contact_person_lastname: field(types.string, 'OOO', 'Family name of the contact person.', line),
    contact_person_department: field(types.string, 'OOO', 'Department of the contact person.', line),
    phone_1: field(types.string, 'OOO', 'First telephone number.', line),
    phone_2: field(types.string, 'OOO', 'Second telephone number.', line),
    email_address: field(types.string, 'OOO', 'E-mail address.', line),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'company_name', 'active'],
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  access,
});
