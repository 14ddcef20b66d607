// faultsOf names each fault that keeps a statement from running on one node of a distributed PostgreSQL.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { loadParser } from '../support/sql-tree.ts';
import { asksForAccount, faultsOf } from '../support/statement-faults.ts';

const tables = new Set(['users', 'nodes']);

const fit = [
  'select "id" from "users" where "account_id" = $1 and "id" = any($2::bigint[])',
  'select "id" from "users" where $1 = "account_id" and ("id" = $2 or not "id" = $3)',
  'select "id" from "users" where "account_id" = $1::bigint order by "id" limit $2',
  'select * from (select "account_id", "id" from "nodes" where "mark" <> $2) as marked where account_id = $1',
  'select "users"."id" from "users" inner join "nodes" on "nodes"."account_id" = "users"."account_id" where "users"."account_id" = $1',
  'select u.id from users as u, nodes as n where u.account_id = $1 and n.account_id = u.account_id',
  'select u.id from users as u left join nodes as n on n.account_id = $1 and n.id = u.id where u.account_id = $2',
  'select "users"."id" from "users" inner join "accounts" on "accounts"."id" = "users"."account_id" where "users"."account_id" = $1',
  'select u.id from users as u where u.account_id = $1 and exists (select from nodes as n where n.account_id = u.account_id)',
  'select id from users where account_id = $1 and id in (select id from nodes where account_id = $2)',
  'with recursive line(id) as (select id from nodes where account_id = $1 union all select m.id from line as l join nodes as m on m.id = l.id where m.account_id = $2) select id from line',
  'select id from users where account_id = $1 union all select id from nodes where account_id = $2',
  'select id from users where account_id = $1 for update skip locked',
  'select counted.id from (select d.account_id, d.id from users as d left join nodes as b on b.account_id = d.account_id) as counted where counted.account_id = $1',
  'insert into "users" ("account_id", "id") values ($1, $2), ($3, $4)',
  'insert into "users" ("account_id", "id") values ($1, $2) on conflict ("account_id", "id") do update set "id" = excluded."id"',
  'insert into users (account_id, id) select account_id, id from nodes where account_id = $1',
  'update "users" set "id" = $1 where account_id = $2 returning "id", "users"."name"',
  'with free as (select account_id from users where account_id = $1 for update) update users set id = $2 from free where users.account_id = $3 and free.account_id = $4',
  'delete from "users" where "account_id" = $1',
  'select "id" from "accounts" order by "id"',
  'update accounts set name = $1 where id = $2',
  "set local app.account_id = '7'",
  "set timezone = 'UTC'",
  'begin transaction isolation level repeatable read read only',
  'rollback to savepoint job',
  'deallocate s1',
  'alter table users add column more text',
  'lock table users in exclusive mode',
  'create temporary table room on commit drop as select number from generate_series(1, 9) as number',
];

const unfit: Readonly<Record<string, readonly string[]>> = {
  'asks for no account by a parameter': [
    'select "id" from "users" where "id" = $1',
    'select id from users where account_id = $1 or id = $2',
    'select id from users where (account_id = $1) is not true',
    'select id from users where not account_id = $1',
    'select id from users where account_id <> $1',
    'select id from users where account_id > $1',
    'select id from users where account_id = any($1::bigint[])',
    'select id from users where account_id in ($1, $2)',
    'select id from users where account_id = id',
    'select id from users where account_id = (select id from accounts where name = $1)',
    'select id, account_id from users',
    'select account_id, count(*) from users group by account_id',
    'select max(id) from (select account_id, id from users limit $1) as part where account_id = $2',
    'select id from accounts where id in (select account_id from users where name = $1)',
    'select id from users where account_id = $1 union all select id from nodes',
    'with everyone as (select id from users) select id from everyone',
    'select u.id from users as u left join nodes as n on u.account_id = $1 and n.id = u.id',
    'select u.id from users as u full join nodes as n on u.account_id = n.account_id and u.account_id = $1',
    'update users set name = $1',
    'update users set name = $1 where id = $2 or account_id = $3',
    'delete from users',
    'delete from users where id = $1',
  ],
  'joins a table without its account': [
    'select 1 from "users" left join "nodes" on "nodes"."id" = "users"."node" where "users"."account_id" = $1',
    'select 1 from users cross join nodes where users.account_id = $1',
    'select 1 from users, nodes where users.account_id = $1 and nodes.id = users.id',
    'select 1 from users as u join nodes as n on n.account_id = $1 or n.id = u.id where u.account_id = $2',
    'select 1 from users as u left join nodes as n on n.account_id = $1 where n.account_id = $2',
    'update users set name = $1 from nodes where users.account_id = $2 and nodes.id = users.id',
    'delete from users using nodes where users.account_id = $1 and nodes.id = users.id',
  ],
  'writes no account_id': [
    'insert into "users" ("id") values ($1)',
    'insert into users (id, account_id) values ($1, default)',
    'insert into users (account_id, id) values ($1, $2), (3, $4)',
  ],
  'inserts what may be of another account': [
    'insert into users (account_id, id) select $1, id from nodes where account_id = $2',
    'insert into users (account_id, id) select id, account_id from nodes where account_id = $1',
  ],
  'moves a row to another account': [
    'update users set account_id = $1 where account_id = $2',
    'insert into users (account_id, id) values ($1, $2) on conflict (id) do update set account_id = excluded.account_id',
  ],
  'locks rows that belong to no account': [
    'select id from accounts where id = $1 for update',
    'select users.id from users join accounts on accounts.id = users.account_id where users.account_id = $1 for share',
  ],
  'writes what every node has a copy of, by rows of an account': [
    'update accounts set name = $1 from users where users.account_id = $2 and accounts.id = users.id',
    'delete from accounts using users where users.account_id = $1 and accounts.id = users.id',
  ],
  'writes inside of a query': [
    'with gone as (delete from users where account_id = $1 returning id) select id from gone',
  ],
  'makes a table': ['select id into others from users where account_id = $1'],
  'reads a setting': ['select 1 from "users" where "account_id" = $1 and $2 = current_setting($3)'],
  'calls a volatile function': [
    'update "users" set "at" = now() where "account_id" = $1',
    'select current_date from users where account_id = $1',
    'insert into users (account_id, id) values ($1, nextval($2))',
    'delete from users where account_id = $1 and at < clock_timestamp()',
  ],
  'takes an advisory lock': [
    'select pg_advisory_xact_lock($1)',
    'select id from users where account_id = $1 and pg_try_advisory_lock($2)',
  ],
  'selects inside VALUES': [
    'insert into "users" ("account_id", "id") values ($1, (select max(id) from "accounts"))',
  ],
  'returns more than plain columns': [
    'update "users" set "id" = $2 where "account_id" = $1 returning "id" + $3',
    'insert into users (account_id, id) values ($1, $2) returning lower(name)',
    'delete from users where account_id = $1 returning count(*)',
  ],
  'updates on conflict with something else than the new row': [
    'insert into "users" ("account_id", "id") values ($1, $2) on conflict ("account_id", "id") do update set "id" = "users"."id" + $3',
  ],
  'depends on a time-out of one node': ["set lock_timeout = '1s'", 'set lock_timeout = 5'],
  'sets search_path for the session': ['set search_path = other'],
  'sets app.account_id for the session': ["set app.account_id = '7'"],
  'sets timezone for a transaction': ["set local timezone = 'Europe/Vienna'"],
  'leaves a transaction prepared': ["prepare transaction 'one'"],
  'is TruncateStmt, which no transaction of one account needs': ['truncate users'],
  'is ListenStmt, which no transaction of one account needs': ['listen news'],
  'is NotifyStmt, which no transaction of one account needs': ['notify news'],
  'is CreateStmt, which no transaction of one account needs': ['create temporary table part (id bigint)'],
  'is CreateTableAsStmt, which no transaction of one account needs': [
    'create temporary table part as select id from users where account_id = $1',
    'create table room as select number from generate_series(1, 9) as number',
  ],
  'is MergeStmt, which no transaction of one account needs': [
    'merge into users using nodes on users.id = nodes.id when matched then delete',
  ],
  'is DeclareCursorStmt, which no transaction of one account needs': [
    'declare all_of_them cursor for select id from users where account_id = $1',
  ],
  'cannot be read: syntax error at or near "account_id"': ['select id from users wher account_id = $1'],
};

suite('a statement for one node', () => {
  before(loadParser);

  test('has no fault when it names its account in every part', () => {
    for (const statement of fit) assert.deepEqual(faultsOf(statement, tables), [], statement);
  });

  for (const [fault, statements] of Object.entries(unfit)) {
    test(`is refused: it ${fault}`, () => {
      for (const statement of statements) assert.deepEqual(faultsOf(statement, tables), [fault], statement);
    });
  }
});

test('finds conditions on the account at any depth, and no other mentions of it', () => {
  for (const asking of [
    'select id from users where account_id = $1',
    'select id from users where id in (select id from nodes as n where n.account_id = 5)',
    'begin; delete from users where $1 <> account_id; commit',
    'select 1 from users join nodes on users.account_id = nodes.account_id',
  ])
    assert.equal(asksForAccount(asking), true, asking);
  for (const silent of [
    'insert into users (account_id, id) values ($1, $2)',
    'select account_id from users join accounts on accounts.id = users.account_id where users.id = $1',
    "set local app.account_id = '5'",
  ])
    assert.equal(asksForAccount(silent), false, silent);
});
