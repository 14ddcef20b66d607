// Tests which tables, columns, indexes and foreign keys declared resources get.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types, type Declaration } from '#resource/define-resource.ts';
import type { Resource } from '#resource/resource.ts';
import { resourceTables } from '#sql/resource-tables.ts';
import type { Column, Table } from '#sql/table.ts';

/** A resource with an id and what the test is about. */
export function resource(name: string, more: Partial<Declaration> = {}): Resource {
  const { fields, ...rest } = more;
  return defineResource({
    name,
    doc: 'For a test.',
    fields: { id, ...fields },
    actions: ['read'],
    access: sharedData,
    ...rest,
  });
}

function tableOf(...resources: readonly Resource[]): Table {
  return resourceTables(resources)[0] as Table;
}

function columnOf(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name === name);
}

const integer = (options = {}) => field(types.integer, 'OOO', 'A number.', options);
const text = (options = {}) => field(types.string, 'OOO', 'A text.', options);

suite('the table of a resource', () => {
  test('has account rows keyed by account and id, with a revision for each row', () => {
    const table = tableOf(resource('dailyNotes', { fields: { note: text() } }));
    assert.deepEqual(table, {
      name: 'daily_notes',
      scope: 'account',
      columns: [
        { name: 'account_id', type: 'bigint', notNull: true },
        { name: 'id', type: 'bigint', notNull: true },
        { name: 'row_revision', type: 'bigint', notNull: true, default: 1 },
        { name: 'note', type: 'text' },
      ],
      primaryKey: ['account_id', 'id'],
      indexes: [],
      foreignKeys: [],
    });
  });

  test('has installation rows keyed by id alone', () => {
    const table = tableOf(
      resource('countries', {
        storage: 'installation',
        indexes: [{ columns: ['code'] }],
        fields: { code: text() },
      }),
    );
    assert.equal(table.scope, 'installation');
    assert.deepEqual(table.primaryKey, ['id']);
    assert.equal(columnOf(table, 'account_id'), undefined);
    assert.deepEqual(table.indexes, [{ name: 'countries_code_id', columns: ['code', 'id'] }]);
  });

  test('does not exist for computed rows, and has no column for unstored fields', () => {
    const tables = resourceTables([
      resource('serverTime', { storage: 'computed' }),
      resource('notes', { fields: { task_type: text({ stored: false }) } }),
    ]);
    assert.deepEqual(
      tables.map((table) => table.name),
      ['notes'],
    );
    assert.equal(columnOf(tables[0] as Table, 'task_type'), undefined);
  });

  test('requires columns of required and boolean fields and keeps field defaults', () => {
    const table = tableOf(
      resource('notes', {
        fields: {
          title: field(types.string, 'ROO', 'Required.'),
          done: field(types.boolean, 'OOO', 'Yes or no.'),
          kind: text({ default: 'plain' }),
        },
        hidden: { order: { column: 'integer', default: 7 } },
      }),
    );
    assert.deepEqual(columnOf(table, 'title'), { name: 'title', type: 'text', notNull: true });
    assert.deepEqual(columnOf(table, 'done'), { name: 'done', type: 'bigint', notNull: true, default: 0 });
    assert.deepEqual(columnOf(table, 'kind'), { name: 'kind', type: 'text', default: 'plain' });
    assert.deepEqual(columnOf(table, 'order'), { name: 'order', type: 'bigint', default: 7 });
  });

  test('adds a hidden id and a unique index for rows identified by a pair', () => {
    const members = defineResource({
      name: 'teamMembers',
      doc: 'For a test.',
      fields: { team_id: integer(), user_id: integer() },
      pair: ['team_id', 'user_id'],
      actions: ['read'],
      access: sharedData,
    });
    const table = tableOf(members);
    assert.deepEqual(columnOf(table, 'id'), { name: 'id', type: 'bigint', notNull: true });
    assert.deepEqual(table.indexes, [
      { name: 'team_members_team_id_user_id', columns: ['account_id', 'team_id', 'user_id'], unique: true },
    ]);
  });

  test('indexes last change, declared columns and idempotency keys, account first', () => {
    const table = tableOf(
      resource('notes', {
        fields: { updated: integer(), user_id: integer(), ended: integer(), client_unique_id: text() },
        lastChange: 'updated',
        idempotent: ['user_id', 'client_unique_id'],
        indexes: [{ columns: ['user_id'], unique: true, whereNull: 'ended' }, { columns: ['updated'] }],
      }),
    );
    assert.deepEqual(table.indexes, [
      {
        name: 'notes_user_id_client_unique_id',
        columns: ['account_id', 'user_id', 'client_unique_id'],
        unique: true,
      },
      {
        name: 'notes_user_id_open_ended',
        columns: ['account_id', 'user_id'],
        unique: true,
        whereNull: 'ended',
      },
      // The declared index on `updated` alone would be the beginning of this one.
      { name: 'notes_updated_id', columns: ['account_id', 'updated', 'id'] },
    ]);
  });

  test('merges resources of one table, with optional columns where one lacks a field', () => {
    const projects = resource('projects', {
      table: 'nodes',
      fixed: { object_type: 'project' },
      fields: {
        name: field(types.string, 'ROO', 'Name.'),
        budget: field(types.integer, 'ROO', 'Budget.'),
        updated: integer(),
      },
      lastChange: 'updated',
    });
    const tasks = resource('tasks', {
      table: 'nodes',
      fixed: { object_type: 'task' },
      fields: { name: field(types.string, 'ROO', 'Name.'), updated: integer() },
      lastChange: 'updated',
    });
    const tables = resourceTables([projects, tasks]);
    const table = tables[0] as Table;
    assert.equal(tables.length, 1);
    assert.equal(columnOf(table, 'name')?.notNull, true);
    assert.equal(columnOf(table, 'budget')?.notNull, undefined);
    assert.deepEqual(columnOf(table, 'object_type'), { name: 'object_type', type: 'text', notNull: true });
    assert.deepEqual(
      table.indexes.map((index) => index.columns.join()),
      ['account_id,object_type,id', 'account_id,object_type,updated,id'],
    );
  });

  test('is refused when a shared column has two types', () => {
    const one = resource('projects', { table: 'nodes', fields: { size: integer() } });
    const other = resource('tasks', { table: 'nodes', fields: { size: text() } });
    assert.throws(() => resourceTables([one, other]), /nodes\.size has two types/);
  });

  test('has foreign keys within the account, to installation rows and to shared tables', () => {
    const resources = [
      resource('entries', {
        fields: {
          user_id: integer({ relation: 'users' }),
          country_id: integer({ relation: 'countries' }),
          mother_id: integer({ relation: 'nodes' }),
        },
      }),
      resource('users'),
      resource('countries', { storage: 'installation' }),
      resource('projects', { table: 'nodes' }),
    ];
    const table = tableOf(...resources);
    assert.deepEqual(table.foreignKeys, [
      { columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] },
      { columns: ['country_id'], table: 'countries', references: ['id'] },
      { columns: ['account_id', 'mother_id'], table: 'nodes', references: ['account_id', 'id'] },
    ]);
    assert.deepEqual(
      table.indexes.map((index) => index.columns.join()),
      ['account_id,user_id,id', 'account_id,mother_id,id'],
    );
  });

  test('has no foreign key for history, unstored, computed or unknown relations', () => {
    const table = tableOf(
      resource('entries', {
        fields: {
          tracker_id: integer({ relation: 'users' }),
          extra_id: integer({ relation: 'users', stored: false }),
          time_id: integer({ relation: 'serverTime' }),
          later_id: integer({ relation: 'notYetWritten' }),
        },
        history: ['tracker_id'],
      }),
      resource('users'),
      resource('serverTime', { storage: 'computed' }),
    );
    assert.deepEqual(table.foreignKeys, []);
  });

  test('has unique index names of at most 63 characters', () => {
    const long = 'a_field_with_a_name_that_goes_on_for_a_while';
    const fields = { [`${long}_1`]: integer(), [`${long}_2`]: integer() };
    const indexes = [{ columns: [`${long}_1`] }, { columns: [`${long}_2`] }];
    const names = tableOf(resource('someResource', { fields, indexes })).indexes.map((index) => index.name);
    assert.equal(new Set(names).size, 2);
    assert.ok(names.every((name) => name.length <= 63));
  });
});
