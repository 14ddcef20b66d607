// Every option of Hourbook in one table, and the one function that reads them from flags and environment.
// It must not know what the options do.
import * as form from './config-form.ts';
import { bucketNeeds, fileOptions } from './config-files.ts';
import type { Form } from './config-form.ts';
import { requestOptions } from './config-requests.ts';

/** One option: a row of {@link options}. */
export interface Option<T> {
  readonly form: Form<T>;
  /** What holds when nothing is given, written as a user would write it. */
  readonly default: string;
  /** Sentences for help and for the reference page. */
  readonly doc: string;
  /** Its value is not shown anywhere. */
  readonly secret?: boolean;
}

const day = 86_400;

/** All options. The name gives the flag (`bodyLimit` → `--body-limit`) and the variable (`HOURBOOK_BODY_LIMIT`). */
export const options = {
  host: {
    form: form.hostName,
    default: '127.0.0.1',
    doc: 'Address to listen on. `0.0.0.0` listens on every network; put a reverse proxy with TLS before it.',
  },
  port: {
    form: form.whole('PORT', 0, 65_535),
    default: '8080',
    doc: 'Port to listen on; `0` takes any free one and prints it.',
  },
  workers: {
    form: form.whole('NUMBER', 1, 256),
    default: '1',
    doc: 'Processes that serve the port together; about as many as there are processors. `1` is one process that does everything itself. Limits such as `--max-in-flight` are those of each.',
  },
  database: {
    form: form.databaseAddress,
    default: 'sqlite:./data/hourbook.db',
    doc: 'Where the data is: `sqlite:` and the path of a file, whose folder is created when missing; or `postgres://user:password@host:port/name` for PostgreSQL 15 and later.',
    secret: true,
  },
  databaseConnections: {
    form: form.whole('NUMBER', 1, 1000),
    default: '10',
    doc: 'PostgreSQL only: connections that this process opens at the most for reading, and as many for writing.',
  },
  readReplicas: {
    form: form.list(form.postgresAddress),
    default: '',
    doc: 'PostgreSQL only: standbys of the database that may answer reads. The primary still says each time how far the account has come; a standby that is behind, or cannot be reached, is passed over.',
    secret: true,
  },
  demo: {
    form: form.toggle,
    default: 'false',
    doc: 'Creates the account `demo` with sample data when it does not exist yet, and prints its credentials.',
  },
  bodyLimit: {
    form: form.bytes(1024, 1024 ** 3),
    default: '5 MiB',
    doc: 'Largest request body; a larger one answers 413.',
  },
  ...fileOptions,
  ...requestOptions,
  readRows: {
    form: form.whole('NUMBER', 1000, 10_000_000),
    default: '50000',
    doc: 'Most rows of one read, those of `nestedEntities` included; more are refused. `deltaSync` and `fetchData` answer completely, in portions: a large answer is kept in a file of the folder for temporary files (`TMPDIR`) while the client takes it.',
  },
  readBytes: {
    form: form.bytes(1024 ** 2, 1024 ** 4),
    default: '64 MiB',
    doc: 'Largest answer of one read, uncompressed; a larger one is refused.',
  },
  answerCache: {
    form: form.bytes(0, 1024 ** 4),
    default: '32 MiB',
    doc: 'Memory of each process for whole answers that are given again while nothing has changed; 0: none is kept.',
  },
  accessTokenLifetime: {
    form: form.duration(1, 30 * day),
    default: '3600',
    doc: 'How long an access token is valid.',
  },
  refreshTokenLifetime: {
    form: form.duration(1, 3650 * day),
    default: '30d',
    doc: 'How long a refresh token is valid.',
  },
  refreshGrace: {
    form: form.duration(0, 300),
    default: '10s',
    doc: 'How long a refresh token still works after its first use, so that a retried request gets through.',
  },
  argon2Memory: {
    form: form.bytes(8 * 1024, 4 * 1024 ** 3),
    default: '19 MiB',
    doc: 'Memory of one password hash (Argon2id). Existing hashes keep theirs.',
  },
  argon2Iterations: {
    form: form.whole('NUMBER', 1, 100),
    default: '2',
    doc: 'Iterations of one password hash (Argon2id). Existing hashes keep theirs.',
  },
  auditKept: {
    form: form.duration(day, 36500 * day),
    default: '1100d',
    doc: 'How long entries of the audit log are kept.',
  },
  deletionsKept: {
    form: form.duration(day, 36_500 * day),
    default: '400d',
    doc: 'How long the list of deleted rows reaches back; an older `_since` gets a full answer with `FullResync`.',
  },
  smtpUrl: {
    form: form.smtpAddress,
    default: '',
    doc: 'Mail server: `smtps://user:password@host` (TLS, port 465), `smtp://…` (port 587; STARTTLS if the server offers it; `?requireTLS=true` insists). Without one no mail is sent and actions that need it are refused. Wants `--mail-from` and `--public-url`.',
    secret: true,
  },
  mailFrom: {
    form: form.mailSender,
    default: '',
    doc: 'Sender of mails: `hours@example.com` or `Hourbook <hours@example.com>`.',
  },
  publicUrl: {
    form: form.webAddress,
    default: '',
    doc: 'Address under which people reach this server, such as `https://time.example.com`; links in mails begin with it.',
  },
  logLevel: {
    form: form.choice('info', 'warn', 'error', 'silent'),
    default: 'info',
    doc: 'What is logged: `info` is every request, `warn` what an operator should look at, `error` what failed.',
  },
  logFormat: {
    form: form.choice('auto', 'json', 'text'),
    default: 'auto',
    doc: 'One JSON object a line, or text for people; `auto` is text at a terminal and JSON elsewhere.',
  },
  backupKey: {
    form: form.text('KEY'),
    default: '',
    doc: 'Seals what `hourbook backup` and `hourbook account export` write; `restore` and `account import` then refuse a file that was changed or has no seal of this key.',
    secret: true,
  },
  metricsPort: {
    form: form.optionalWhole('PORT', 0, 65_535),
    default: '',
    doc: 'Port of its own that answers `/metrics` and nothing else, without a token; `0` takes any free one and prints it. Without it there is none.',
  },
  metricsHost: {
    form: form.hostName,
    default: '127.0.0.1',
    doc: 'Address on which `--metrics-port` listens.',
  },
  metricsToken: {
    form: form.text('TOKEN'),
    default: '',
    doc: 'When set, `--port` answers `/metrics` too, to `Authorization: Bearer TOKEN`. Without it, only `--metrics-port` does.',
    secret: true,
  },
} as const satisfies Record<string, Option<unknown>>;

/** The name of an option. */
export type OptionName = keyof typeof options;

type ValueOf<O> = O extends { readonly form: Form<infer T> } ? T : never;

/** Every option with its value. Sizes are bytes, durations seconds unless the table says otherwise. */
export type Config = { readonly [Name in OptionName]: ValueOf<(typeof options)[Name]> };

/** What {@link readConfig} reads: flags by name without dashes (`true` for a switch), and the environment. */
export interface ConfigSources {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The configuration cannot be used; `faults` holds one sentence for each value at fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('; '));
    this.faults = faults;
  }
}

/** All option names in the order of the table. */
export const optionNames = Object.keys(options) as readonly OptionName[];

/** The flag of an option, without its dashes. */
export function flagOf(name: OptionName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The environment variable of an option. */
export function variableOf(name: OptionName): string {
  return `HOURBOOK_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
}

/** Reads every option: the flag, else the variable (empty counts as not set), else the default. Throws {@link ConfigError}. */
export function readConfig({ flags, env }: ConfigSources): Config {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const name of optionNames) {
    const { source, text } = given(name, { flags, env });
    const option: Option<unknown> = options[name];
    const parsed = option.form.parse(text);
    if ('value' in parsed) values[name] = parsed.value;
    else faults.push(`${source} must be ${parsed.mustBe}${option.secret === true ? '' : `, not "${text}"`}`);
  }
  faults.push(...mailFaults(values));
  for (const name of bucketNeeds(values))
    faults.push(`--${flagOf(name)} must be set when --file-storage begins with s3://`);
  if (faults.length > 0) throw new ConfigError(faults);
  return values as Config;
}

/** Mails need a sender, and links that lead somewhere. */
function mailFaults({ smtpUrl, mailFrom, publicUrl }: Record<string, unknown>): readonly string[] {
  if (smtpUrl === '' || smtpUrl === undefined) return [];
  const missing = Object.entries({ mailFrom, publicUrl }).filter(([, value]) => value === '');
  return missing.map(([name]) => `--${flagOf(name as OptionName)} must be set when --smtp-url is`);
}

function given(name: OptionName, { flags, env }: ConfigSources): { source: string; text: string } {
  const flag = flags[flagOf(name)];
  if (flag !== undefined) return { source: `--${flagOf(name)}`, text: String(flag) };
  const variable = env[variableOf(name)];
  if (variable !== undefined && variable !== '') return { source: variableOf(name), text: variable };
  return { source: `the default of ${name}`, text: options[name].default };
}
