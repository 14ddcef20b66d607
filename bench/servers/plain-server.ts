// What anyone would write in an hour: Fastify, better-sqlite3, JSON.stringify, a commit for each create. No rights, no
// rules, no formats. Runs on a copy of the service's database.
import Database from 'better-sqlite3';
import Fastify from 'fastify';

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

const server = Fastify();
server.get('/list', async (request, reply) => {
  const { first, last } = request.query as { first: string; last: string };
  const Results = page.all(Number(first), Number(last));
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify({
    Success: true,
    NumResults: Results.length,
    ResourceName: 'timeTrackings',
    Results,
  });
});
server.post('/create', async (request, reply) => {
  const sent = request.body as Record<string, unknown>;
  id += 1;
  // A start in a far future of its own, as the unique index wants; the values do not matter here.
  const Results = [{ ...row, ...sent, id, start_instant: farFuture + id, end_instant: farFuture + id + 1 }];
  insert.run(Results[0]);
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify({ Success: true, NumResults: 1, ResourceName: 'timeTrackings', Results });
});

process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
