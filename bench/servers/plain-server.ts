// What anyone would write in an hour: Fastify, better-sqlite3, JSON.stringify, a commit for each create. No rights, no
// rules, no formats. Runs on a copy of the service's database.
import Database from 'better-sqlite3';
import { servePlainly } from './plain-routes.ts';

const [file = '', accountId = '1'] = process.argv.slice(2);
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');

const columns = database.pragma('table_info(time_trackings)') as { name: string }[];
const names = columns.map(({ name }) => name);
const shown = names.filter((name) => !/^(account_id|row_revision|start_instant|end_instant)$/.test(name));
const page = database.prepare(
  `select ${shown.join(', ')} from time_trackings where account_id = ${Number(accountId)} and id between +? and +? order by id`,
);
const model = database.prepare(
  `select * from time_trackings where account_id = ${Number(accountId)} limit 1`,
);
const insert = database.prepare(
  `insert into time_trackings values (${names.map((name) => `@${name}`).join(', ')})`,
);
const row = model.get() as Record<string, unknown>;
const highest = database.prepare('select max(id) from time_trackings').pluck();
const farFuture = 10_000_000_000;
let id = highest.get() as number;

await servePlainly({
  list: (first, last) => page.all(first, last) as Record<string, unknown>[],
  create(sent) {
    id += 1;
    // A start in a far future of its own, as the unique index wants; the values do not matter here.
    const created = { ...row, ...sent, id, start_instant: farFuture + id, end_instant: farFuture + id + 1 };
    insert.run(created);
    return created;
  },
});
