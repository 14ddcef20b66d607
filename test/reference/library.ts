// A small library of declared resources with every feature that the reference describes.
import { where } from '#resource/access.ts';
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';
import type { Resource } from '#resource/resource.ts';

/** A book: levels, bounds, lists, secrets, actions of its own. */
export const books = defineResource({
  name: 'books',
  doc: 'A book on a shelf.',
  aliases: ['book', 'volumes'],
  fields: {
    id,
    title: field(types.string, 'ROO', 'Title with a | in it.', { maxLength: 80 }),
    reader_id: field(types.integer, 'ROO', 'Who reads it.', { relation: 'readers', required: false }),
    price: field(types.decimal, 'OOO', 'What it costs.', {
      min: 50,
      max: 99_999,
      level: 'manager',
      default: 250,
    }),
    kind: field(types.string, 'OOO', 'What kind it is.', { values: ['novel', 'poem'], default: 'novel' }),
    lent: field(types.boolean, 'OO-', 'Whether somebody has it.'),
    missed: field(types.boolean, 'OOO', 'Whether somebody misses it.', { required: false, default: null }),
    shelf: field(types.char, 'OOO', 'Letter of the shelf.'),
    printed: field(types.date, 'OOO', 'When it was printed.'),
    read_at: field(types.time, 'OOO', 'When it is read.'),
    secret_note: field(types.string, 'O-O', 'Write only and hashed.', { secret: true }),
    stack_id: field(types.integer, '-O-', 'Where it lies.', { relation: 'stacks' }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'title'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  namedReads: { mine: (accessContext) => [{ column: 'reader_id', oneOf: [accessContext.userId] }] },
  customActions: {
    lend: {
      doc: 'Gives it to a reader.',
      methods: ['PUT', 'POST'],
      on: 'row',
      verb: 'update',
      parameters: {
        days: field(types.integer, 'R--', 'For how many days.', { min: 1, max: 28 }),
        why: field(types.string, 'O--', 'What for.'),
      },
      allowed: (accessContext) =>
        accessContext.administrator ? 'all' : where('reader_id', accessContext.people),
      run: () => ({ ids: [] }),
    },
    recommend: {
      doc: 'Names a book that may please.',
      methods: ['POST'],
      on: 'resource',
      open: true,
      allowed: () => 'all',
      run: () => ({ rows: [] }),
    },
  },
  access: {
    read: (accessContext) =>
      accessContext.administrator
        ? [{ level: 'administrator', scope: 'all' }]
        : [
            { level: 'own', scope: where('reader_id', [accessContext.userId, ...accessContext.teamMembers]) },
            {
              level: 'public',
              scope: [
                [
                  { column: 'kind', oneOf: ['novel'] },
                  { column: 'price', oneOf: [null] },
                ],
              ],
            },
          ],
    write: (accessContext, verb) =>
      accessContext.administrator
        ? 'all'
        : verb === 'update'
          ? where('reader_id', [accessContext.userId])
          : [],
    writable: (accessContext) => (accessContext.administrator ? 'all' : ['id', 'title']),
    about: { person: 'reader_id', only: [{ column: 'kind', oneOf: ['novel'] }], writable: ['title'] },
  },
  idempotent: ['title'],
});

/** A reader: the parent of books. */
export const readers = defineResource({
  name: 'readers',
  doc: 'A reader of books.',
  fields: { id, name: field(types.string, 'ROO', 'What the reader is called.') },
  public: ['id', 'name'],
  actions: ['read', 'create', 'update'],
  nested: { books: 'reader_id' },
  owned: { books: 'reader_id', shelfMarks: 'reader_id' },
  customActions: {
    thank: {
      doc: 'Thanks a reader.',
      on: 'either',
      parameters: { name: field(types.string, 'O--', 'What the reader is called, in place of an id.') },
      allowed: () => 'all',
      run: () => ({ ids: [] }),
    },
  },
  access: { read: () => [{ level: 'own', scope: 'all' }], write: () => [] },
});

/** What is worked out of books: a read that is asked by its fields. */
export const habits = defineResource({
  name: 'habits',
  doc: 'What a reader likes to read.',
  storage: 'computed',
  fields: {
    reader_id: field(types.integer, '-R-', 'Who reads.', { relation: 'readers' }),
    since: field(types.date, '-O-', 'From which day; all days unless given.'),
  },
  actions: ['read'],
  access: { read: () => [{ level: 'own', scope: 'all' }], write: () => [] },
  answer: () => [],
});

/** Nothing but an action on no row. */
export const fines = defineResource({
  name: 'fines',
  doc: 'Money that a reader owes.',
  storage: 'computed',
  fields: {},
  actions: [],
  customActions: {
    forgive: {
      doc: 'Forgives all of them.',
      on: 'resource',
      allowed: () => 'all',
      run: () => ({ rows: [{ forgiven: 1 }] }),
    },
  },
  access: { read: () => [], write: () => [] },
});

/** Internal to the server: no caller can read or write it, but books refer to it. */
export const stacks = defineResource({
  name: 'stacks',
  doc: 'Where books are kept that nobody reads.',
  fields: { id },
  actions: [],
  access: { read: () => [], write: () => [] },
});

/** Only for rules. */
const shelfMarks = defineResource({
  name: 'shelfMarks',
  doc: 'Where a reader stopped reading.',
  internal: true,
  fields: {
    id,
    reader_id: field(types.integer, '---', 'Who stopped.', { relation: 'readers', required: true }),
  },
  actions: [],
  access: noAccess,
});

/** All of them. */
export const library: readonly Resource[] = [books, readers, habits, fines, stacks, shelfMarks];
