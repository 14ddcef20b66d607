// What a project or task is to a person: whether they may see it and book on it, a favourite, a to-do, last started.
import { aboutPerson, either, where } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkPeriods, protectAccess, refuseSecondRow } from '#domain/nodes/assignment.ts';
import { recordAccessOfAssigned } from '#domain/access/record-access-of-nodes.ts';

const managed = { level: 'manager', min: 0 } as const;

export default defineResource({
  name: 'nodesToUsers',
  doc: "A person's access to a project or task, and whether it is a favourite or a to-do of theirs; one row for both.",
  fields: {
    id,
    node: field(types.integer, 'RO-', 'The project or task.', { relation: 'nodes' }),
    user: field(types.integer, 'RO-', 'The person.', { relation: 'users' }),
    is_favourite: field(types.boolean, 'OOO', "Whether it is among the person's favourites."),
    is_todo: field(types.boolean, 'OOO', "Whether it is among the person's to-dos."),
    access: field(
      types.boolean,
      'OOO',
      'Whether the restricted node, and what lies below, is open to the person.',
    ),
    access_start: field(types.date, 'OOO', 'First day on which access holds; empty: at once.'),
    access_end: field(types.date, 'OOO', 'Last day on which access holds; empty: without end.'),
    allow_tracking_from: field(
      types.date,
      'OOO',
      'First day that can be booked, where restrict_tracking_from_to is set.',
    ),
    allow_tracking_to: field(
      types.date,
      'OOO',
      'Last day that can be booked, where restrict_tracking_from_to is set.',
    ),
    last_started: field(types.moment, '-O-', 'Start of the latest time that the person booked on it.'),
    target_duration: field(types.decimal, 'OOO', 'Hours planned for the person.', { min: 0 }),
    revenue_per_hour: field(
      types.decimal,
      'OOO',
      "What an hour of the person's work on it is sold for.",
      managed,
    ),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [
    { columns: ['user', 'node'], unique: true, field: 'node' },
    { columns: ['user', 'access'] },
    { columns: ['access_start'] },
    { columns: ['access_end'] },
  ],
  access: aboutPerson('user', (accessContext, verb) => {
    if (accessContext.administrator || accessContext.hrManager) return 'all';
    const own = accessContext.userId === null ? [] : [accessContext.userId];
    const others = where(
      'user',
      accessContext.people.filter((person) => person !== accessContext.userId),
    );
    // Of their own rows people set favourites and to-dos only: protectAccess.
    return verb === 'delete' ? others : either(others, where('user', own));
  }),
  before: [protectAccess, refuseSecondRow, checkPeriods, recordAccessOfAssigned],
});
