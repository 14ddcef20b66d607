// pg alone: Fastify, the very statements that the service sends for a request, JSON.stringify. Nothing is checked, made or
// grouped here: what it sends was recorded from the service. It works on a copy of the service's database, in its role.
import Fastify from 'fastify';
import pg from 'pg';
import type { SentStatement } from './record-statements.ts';
import type { Recording } from './recorded.ts';

/** What the process is told: the recordings that a path takes in rotation. */
export interface Replay {
  readonly path: string;
  readonly recordings: readonly Recording[];
  /** Its rows are new ones: numbers that differ between recordings are raised each time, by the same. */
  readonly writes: boolean;
}

const [url = ''] = process.argv.slice(2);
// Whole numbers as numbers, and statements sent without waiting where the service does: both like the service.
const parseNumber = (text: string): number => Number(text);
const getTypeParser = ((oid: number, format?: 'text') =>
  oid === pg.types.builtins.INT8
    ? parseNumber
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true, types: { getTypeParser } });

const names = new Map<string, string>();
const replays = new Map<string, () => Recording>();

/** Sends the statements of one request and answers the rows of the one that found most. */
async function replay(recording: Recording): Promise<readonly unknown[]> {
  const client = await pool.connect();
  try {
    const sent: Promise<readonly unknown[]>[] = [];
    for (const statement of recording) {
      if (statement.waited) await Promise.all(sent);
      sent.push(send(client, statement));
    }
    const found = await Promise.all(sent);
    client.release();
    return found.reduce((most, rows) => (rows.length > most.length ? rows : most), []);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function send(client: pg.PoolClient, { text, values }: SentStatement): Promise<readonly unknown[]> {
  if (values === undefined)
    return ([await client.query(text)].flat() as pg.QueryResult[]).flatMap(({ rows }) => rows);
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${names.size}`));
  return (await client.query({ name, text, values: [...values] })).rows;
}

/** Answers what to send next, each time. */
function rotation({ recordings, writes }: Replay): () => Recording {
  let turn = -1;
  const model = recordings[0] as Recording;
  if (!writes) return () => recordings[(turn += 1) % recordings.length] ?? model;
  const other = recordings[1] as Recording;
  const isNew = model.map(({ values = [] }, statement) =>
    values.map((value, place) => typeof value === 'number' && value !== other[statement]?.values?.[place]),
  );
  return () => {
    turn += 1;
    // Far above everything that is there, and so far from each other that no times overlap.
    const raised = 1_000_000_000 + turn * 1_000_000;
    return model.map((statement, index) =>
      statement.values === undefined
        ? statement
        : {
            ...statement,
            values: statement.values.map((value, place) =>
              isNew[index]?.[place] === true ? (value as number) + raised : value,
            ),
          },
    );
  };
}

const server = Fastify();
server.all('/:path', async (request, reply) => {
  const next = replays.get((request.params as { path: string }).path);
  if (next === undefined) return reply.code(404).send();
  const Results = await replay(next());
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify({
    Success: true,
    NumResults: Results.length,
    ResourceName: 'timeTrackings',
    Results,
  });
});

process.on('message', (told: Replay) => {
  replays.set(told.path, rotation(told));
  process.send?.('told');
});
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
