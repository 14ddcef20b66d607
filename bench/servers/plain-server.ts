// What anyone would write in an hour: Fastify, better-sqlite3, JSON.stringify, a commit for each create. No rights, no
// rules, no formats. Runs on a copy of the service's database.
import Database from 'better-sqlite3';
import Fastify from 'fastify';

type Row = Readonly<Record<string, unknown>>;

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
const row = model.get() as Row;
const highest = database.prepare('select max(id) from time_trackings').pluck();
const farFuture = 10_000_000_000;
let id = highest.get() as number;

function create(sent: Row): Row {
  id += 1;
  // A start in a far future of its own, as the unique index wants; the values do not matter here.
  const created = { ...row, ...sent, id, start_instant: farFuture + id, end_instant: farFuture + id + 1 };
  insert.run(created);
  return created;
}

const answer = (Results: readonly unknown[]): string =>
  JSON.stringify({ Success: true, NumResults: Results.length, ResourceName: 'timeTrackings', Results });
const json = 'application/json; charset=utf-8';
const server = Fastify();
server.get('/list', (request, reply) => {
  const { first, last } = request.query as { first: string; last: string };
  void reply.header('content-type', json).send(answer(page.all(Number(first), Number(last))));
});
server.post('/create', (request, reply) => {
  void reply.header('content-type', json).send(answer([create(request.body as Row)]));
});
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
