// The plain server on PostgreSQL: Fastify, pg, JSON.stringify, a commit for each create. No rights, no rules, no formats.
// Runs on a copy of the service's database, as a role that sees all of it.
import pg from 'pg';
import { servePlainly } from './plain-routes.ts';

const [url = '', accountId = '1'] = process.argv.slice(2);
const account = Number(accountId);
// Whole numbers as numbers, like the service.
const parseNumber = (text: string): number => Number(text);
const getTypeParser = ((oid: number, format?: 'text') =>
  oid === pg.types.builtins.INT8
    ? parseNumber
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
const pool = new pg.Pool({ connectionString: url, max: 10, types: { getTypeParser } });

const { fields, rows } = await pool.query('select * from time_trackings where account_id = $1 limit 1', [
  account,
]);
const model = rows[0] as Record<string, unknown>;
const names = fields.map(({ name }) => name);
const shown = names.filter((name) => !/^(account_id|row_revision|start_instant|end_instant)$/.test(name));
const page = `select ${shown.join(', ')} from time_trackings where account_id = $1 and id between $2 and $3 order by id`;
const insert = `insert into time_trackings (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
const farFuture = 10_000_000_000;
// The service counts from where it stands in the same table.
let id = 1_000_000_000;

await servePlainly({
  list: async (first, last) =>
    (await pool.query({ name: 'page', text: page, values: [account, first, last] })).rows,
  async create(sent) {
    id += 1;
    // A time in a far future of its own, so that none overlaps another; the values do not matter here.
    const times = { start_instant: farFuture + 2 * id, end_instant: farFuture + 2 * id + 1 };
    const row: Record<string, unknown> = { ...model, ...sent, id, ...times };
    await pool.query({ name: 'insert', text: insert, values: names.map((name) => row[name]) });
    return row;
  },
});
