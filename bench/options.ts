// What `npm run bench` can be told. It must not know any scenario.
import { parseArgs } from 'node:util';

/** How, and how long, to measure. */
export interface BenchOptions {
  /** The executable under test. */
  readonly command: string;
  /** Only scenarios whose name contains one of these; all when empty. */
  readonly only: readonly string[];
  /** Print one JSON value instead of the table. */
  readonly json: boolean;
  /** Time trackings in the main database; the small one holds a tenth. */
  readonly rows: number;
  /** Other accounts beside ours where their cost is measured. */
  readonly otherAccounts: number;
  /** People of the companies whose accounts are counted: each has ten times those of the one before. */
  readonly companies: readonly number[];
  /** Rounds of each comparison. */
  readonly rounds: number;
  /** Rounds before these that do not count: V8 takes seconds to make its fastest code. */
  readonly warmUps: number;
  /** Length of one side of a round. */
  readonly seconds: number;
  /** How long each pace of the replay is kept up. */
  readonly replaySeconds: number;
}

/** The text of `npm run bench -- --help`. */
export const usage = `Usage: npm run bench -- [options]

  --quick            fewer and shorter rounds, smaller databases; for a look, not for quoting
  --only NAME        only scenarios whose name contains NAME; may be repeated
  --full             a company of 20,000 people too: an hour and some 15 GB of disk more
  --rows NUMBER      time trackings in the main database (200000; quick: 20000)
  --rounds NUMBER    rounds of each comparison (5; quick: 3)
  --seconds NUMBER   length of one side of a round (1.2; quick: 0.6)
  --command PATH     the executable to measure (bin/hourbook)
  --json             print JSON instead of a table
`;

/** Reads the command line; `null` when help is wanted. */
export function readOptions(words: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      rows: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      command: { type: 'string', default: 'bin/hourbook' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    command: values.command,
    only: values.only,
    json: values.json,
    rows: positive('rows', values.rows ?? (values.quick ? '20000' : '200000')),
    otherAccounts: values.quick ? 1_000 : 10_000,
    companies: values.full ? [200, 2_000, 20_000] : values.quick ? [20, 200] : [200, 2_000],
    replaySeconds: values.quick ? 5 : 20,
    warmUps: values.quick ? 3 : 2,
    rounds: positive('rounds', values.rounds ?? (values.quick ? '3' : '5')),
    seconds: positive('seconds', values.seconds ?? (values.quick ? '0.6' : '1.2')),
  };
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0, not "${text}"`);
  return number;
}
