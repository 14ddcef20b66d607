// What the service sends to PostgreSQL for one request, recorded from a service that does it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { recordVariable, type SentStatement } from './record-statements.ts';
import { startService, type Service, type ServiceAccess } from './service.ts';

/** The statements of one request, those of each connection together. */
export type Recording = readonly SentStatement[];

/** A service whose statements are recorded. */
export interface RecordedService {
  readonly service: Service;
  /**
   * Sends the requests one by one. Answers the recordings of those that sent the same statements as most did: now and then
   * something else is done beside them, such as moving the account's clock.
   */
  record(requests: readonly (() => Promise<unknown>)[]): Promise<readonly Recording[]>;
}

/** Starts the service so that its statements are written into a file beside its log. */
export async function startRecorded(access: ServiceAccess): Promise<RecordedService> {
  const file = `${access.file}.statements.log`;
  writeFileSync(file, '');
  const preload = fileURLToPath(new URL('record-statements.ts', import.meta.url));
  const environment = { [recordVariable]: file, NODE_OPTIONS: `--import=${preload}` };
  const service = await startService({ ...access, environment });
  const record = async (request: () => Promise<unknown>): Promise<Recording> => {
    const before = linesOf(file).length;
    await request();
    const sent = linesOf(file).slice(before);
    return sent.toSorted((a, b) => a.connection - b.connection);
  };
  return {
    service,
    async record(requests) {
      const recordings: Recording[] = [];
      for (const request of requests) recordings.push(await record(request));
      return commonest(recordings);
    },
  };
}

function linesOf(file: string): readonly SentStatement[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as SentStatement);
}

function commonest(recordings: readonly Recording[]): readonly Recording[] {
  const groups = Object.values(Object.groupBy(recordings, shapeOf)) as Recording[][];
  const largest = groups.reduce((a, b) => (b.length > a.length ? b : a), []);
  if (largest.length < 2) throw new Error('no two requests of a kind sent the same statements');
  return largest;
}

/** Numbers stand in texts that hold several statements, which have no parameters. */
function shapeOf(recording: Recording): string {
  return recording
    .map(({ text, values }) => (values === undefined ? text.replaceAll(/\d+/g, '0') : text))
    .join('\n');
}
