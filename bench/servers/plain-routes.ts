// The two routes of what anyone would write in an hour: Fastify and JSON.stringify. It must not know the database.
import Fastify from 'fastify';

type Row = Readonly<Record<string, unknown>>;

/** What a plain server does with its database. */
export interface PlainTable {
  /** The rows from one id to another, in order. */
  readonly list: (first: number, last: number) => Promise<readonly Row[]> | readonly Row[];
  /** Adds a row with these values, and answers it. */
  readonly create: (sent: Row) => Promise<Row> | Row;
}

/** Listens on a free port, which is told to the parent process, until that ends. */
export async function servePlainly({ list, create }: PlainTable): Promise<void> {
  const answer = (Results: readonly Row[]): string =>
    JSON.stringify({ Success: true, NumResults: Results.length, ResourceName: 'timeTrackings', Results });
  const server = Fastify();
  server.get('/list', async (request, reply) => {
    const { first, last } = request.query as { first: string; last: string };
    reply.header('content-type', 'application/json; charset=utf-8');
    return answer(await list(Number(first), Number(last)));
  });
  server.post('/create', async (request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return answer([await create(request.body as Row)]);
  });
  process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
  process.on('disconnect', () => process.exit());
}
