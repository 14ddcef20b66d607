// What makes a statement unfit for PostgreSQL that is spread over nodes by account.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { faultsOf } from '../support/statement-faults.ts';

const tables = new Set(['users', 'nodes']);

const fit = [
  'select "id" from "users" where "account_id" = $1 and "id" = any($2::bigint[])',
  'select * from (select "account_id", "id" from "nodes" where "mark" <> $2) as marked where account_id = $1',
  'select "users"."id" from "users" inner join "nodes" on "nodes"."account_id" = "users"."account_id" where "users"."account_id" = $1',
  'select "users"."id" from "users" inner join "accounts" on "accounts"."id" = "users"."account_id" where "users"."account_id" = $1',
  'insert into "users" ("account_id", "id") values ($1, $2)',
  'insert into "users" ("account_id", "id") values ($1, $2) on conflict ("account_id", "id") do update set "id" = excluded."id"',
  'update "users" set "id" = $1 where account_id = $2 returning "id", "users"."name"',
  'delete from "users" where "account_id" = $1',
  'select "id" from "accounts" order by "id"',
  'savepoint job',
];

const unfit: Readonly<Record<string, string>> = {
  'asks for no account by a parameter': 'select "id" from "users" where "id" = $1',
  'writes no account_id': 'insert into "users" ("id") values ($1)',
  'joins a table without its account':
    'select 1 from "users" left join "nodes" on "nodes"."id" = "users"."node" where "users"."account_id" = $1',
  'reads a setting': 'select 1 from "users" where "account_id" = $1 and $2 = current_setting($3)',
  'calls a volatile function': 'update "users" set "at" = now() where "account_id" = $1',
  'takes an advisory lock': 'select pg_advisory_xact_lock($1)',
  'selects inside VALUES':
    'insert into "users" ("account_id", "id") values ($1, (select max(id) from "accounts"))',
  'returns more than plain columns':
    'update "users" set "id" = $2 where "account_id" = $1 returning "id" + $3',
  'updates on conflict with something else than the new row':
    'insert into "users" ("account_id", "id") values ($1, $2) on conflict ("account_id", "id") do update set "id" = "users"."id" + $3',
};

suite('a statement for one node', () => {
  test('names the account of every table by a parameter, or joins it by the account', () => {
    for (const statement of fit) assert.deepEqual(faultsOf(statement, tables), [], statement);
  });

  for (const [fault, statement] of Object.entries(unfit)) {
    test(`is none if it ${fault}`, () => {
      assert.deepEqual(faultsOf(statement, tables), [fault]);
    });
  }
});
