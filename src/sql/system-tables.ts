// Tables that no resource declares: accounts, counters, deletions, and what logging in needs.
// It must not know any resource.
import {
  knownAddressesTable,
  loginFailuresTable,
  mailRequestsTable,
  oneTimeCodesTable,
  tokensTable,
} from './login-tables.ts';
import { bigint, optionalBigint, optionalText, text } from './system-columns.ts';
import type { Table } from './table.ts';

/**
 * The accounts of the installation. `name` is lower case, as in addresses; moments are epoch seconds; `edition` names
 * the rows that every account has, for which it was last completed.
 */
const accountsTable: Table = {
  name: 'accounts',
  scope: 'installation',
  columns: [
    bigint('id'),
    text('name'),
    bigint('created_at'),
    optionalBigint('suspended_at'),
    optionalText('edition'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'accounts_name', columns: ['name'], unique: true }],
  foreignKeys: [],
};

/**
 * Where engines with several writers keep an account's clock; SQLite needs none. `stamp`: the second below which nothing
 * will be stamped any more; `version`: how often something was committed. Whoever writes in the account locks the row.
 */
export const accountClocksTable: Table = {
  name: 'account_clocks',
  scope: 'account',
  columns: [bigint('account_id'), bigint('stamp'), bigint('version')],
  primaryKey: ['account_id'],
  indexes: [],
  foreignKeys: [],
};

/** The next id of each sequence of an account. A counter never goes back, so no id is used twice. */
const rowCountersTable: Table = {
  name: 'row_counters',
  scope: 'account',
  columns: [bigint('account_id'), text('sequence'), bigint('next_id')],
  primaryKey: ['account_id', 'sequence'],
  indexes: [],
  foreignKeys: [],
};

/** The sequence in which engines with several writers count the changes of the installation's own data. */
export const versionSequence = 'version';

/** The next id of each sequence of the installation, such as `accounts`. */
export const installationCountersTable: Table = {
  name: 'installation_counters',
  scope: 'installation',
  columns: [text('sequence'), bigint('next_id')],
  primaryKey: ['sequence'],
  indexes: [],
  foreignKeys: [],
};

/**
 * What was deleted when, or moved out of what a user may read. `scope_row`: JSON of the columns that tell who could see
 * the row until then.
 */
const deletionsTable: Table = {
  name: 'deletions',
  scope: 'account',
  columns: [
    bigint('account_id'),
    bigint('id'),
    text('resource'),
    bigint('row_id'),
    bigint('deleted_at'),
    text('scope_row'),
  ],
  primaryKey: ['account_id', 'id'],
  indexes: [
    { name: 'deletions_resource_deleted_at_id', columns: ['account_id', 'resource', 'deleted_at', 'id'] },
  ],
  foreignKeys: [],
};

/**
 * Up to where an account's deletions and its access history were forgotten (epoch seconds): of what came before, some
 * or all is gone, whoever forgot it. An account of which nothing was forgotten has no row.
 */
const purgedDeletionsTable: Table = {
  name: 'purged_deletions',
  scope: 'account',
  columns: [bigint('account_id'), bigint('purged_until')],
  primaryKey: ['account_id'],
  indexes: [],
  foreignKeys: [],
};

/** The zones in which an account's server moments were written before, each with the second of its last use. */
const serverTimeZonesTable: Table = {
  name: 'server_time_zones',
  scope: 'account',
  columns: [bigint('account_id'), bigint('id'), text('timezone'), optionalBigint('used_until')],
  primaryKey: ['account_id', 'id'],
  indexes: [],
  foreignKeys: [],
};

/** What users could see until a second in which it changed. `sight`: JSON of whom they led, their place and role. */
const accessHistoryTable: Table = {
  name: 'former_sights',
  scope: 'account',
  columns: [bigint('account_id'), bigint('id'), bigint('user_id'), bigint('used_until'), text('sight')],
  primaryKey: ['account_id', 'id'],
  indexes: [
    { name: 'former_sights_user', columns: ['account_id', 'user_id', 'used_until'] },
    { name: 'former_sights_used_until', columns: ['account_id', 'used_until'] },
  ],
  foreignKeys: [],
};

/** Clients that may ask for tokens. Expiry is the first second in which the credential no longer works. */
const credentialsTable: Table = {
  name: 'credentials',
  scope: 'account',
  columns: [
    bigint('account_id'),
    text('client_id'),
    text('secret_hash'),
    text('name'),
    bigint('read_only'),
    bigint('created_at'),
    optionalBigint('expires_at'),
    optionalBigint('revoked_at'),
  ],
  primaryKey: ['account_id', 'client_id'],
  indexes: [],
  foreignKeys: [],
};

/** Mails to be sent, until they are or are given up. `data`: JSON; never a secret. `due_at` moves on with each attempt. */
export const mailOutboxTable: Table = {
  name: 'mail_outbox',
  scope: 'account',
  columns: [
    bigint('account_id'),
    bigint('id'),
    text('kind'),
    optionalBigint('user_id'),
    text('data'),
    bigint('created_at'),
    bigint('due_at'),
    bigint('attempts'),
    optionalText('address'),
  ],
  primaryKey: ['account_id', 'id'],
  indexes: [{ name: 'mail_outbox_due_at', columns: ['account_id', 'due_at'] }],
  foreignKeys: [],
};

/** Which row a create made that was sent with a key, by SHA-256 of both: the same create, sent again, means that row. */
const createKeysTable: Table = {
  name: 'create_keys',
  scope: 'account',
  columns: [
    bigint('account_id'),
    text('key_hash'),
    text('content_hash'),
    optionalBigint('row_id'),
    bigint('created_at'),
  ],
  primaryKey: ['account_id', 'key_hash'],
  indexes: [{ name: 'create_keys_created_at', columns: ['account_id', 'created_at'] }],
  foreignKeys: [],
};

/**
 * Bytes that stand beside the database, noted before they are written, so that none are ever forgotten: those that no row
 * means are removed. `removing`: 1 from the moment in which that is decided; from then on no row may mean them.
 */
const storedFilesTable: Table = {
  name: 'stored_files',
  scope: 'account',
  columns: [
    bigint('account_id'),
    text('storage_key'),
    bigint('size'),
    bigint('noted_at'),
    { ...bigint('removing'), default: 0 },
  ],
  primaryKey: ['account_id', 'storage_key'],
  indexes: [{ name: 'stored_files_noted_at', columns: ['account_id', 'noted_at'] }],
  foreignKeys: [],
};

/**
 * What the service does by itself: which job, about which account (0: all), when it is due next. `claims` counts up
 * with each claim, so that of several processes one gets it; what is done under the lock of its account needs none.
 */
const backgroundJobsTable: Table = {
  name: 'background_jobs',
  scope: 'installation',
  columns: [text('name'), bigint('subject'), bigint('due_at'), bigint('claims')],
  primaryKey: ['name', 'subject'],
  indexes: [{ name: 'background_jobs_due_at', columns: ['name', 'due_at', 'subject'] }],
  foreignKeys: [],
};

/** In which accounts there is something to do, and from when on, in epoch seconds. */
const dueWorkTable: Table = {
  name: 'due_work',
  scope: 'overview',
  columns: [bigint('account_id'), text('kind'), bigint('due_at')],
  primaryKey: ['account_id', 'kind'],
  indexes: [{ name: 'due_work_due_at', columns: ['kind', 'due_at', 'account_id'] }],
  foreignKeys: [],
};

/**
 * Tables of an account that stay behind when it moves: live logins, failed ones, mails asked for, whence people log in, keys of
 * creates, what would be done twice if two installations had it, and what each engine keeps for itself.
 */
export const stayingTables: ReadonlySet<string> = new Set([
  accountClocksTable.name,
  tokensTable.name,
  loginFailuresTable.name,
  mailRequestsTable.name,
  knownAddressesTable.name,
  oneTimeCodesTable.name,
  mailOutboxTable.name,
  createKeysTable.name,
]);

/** Every table that no resource declares, but the migrations' own. */
export const systemTables: readonly Table[] = [
  accountsTable,
  accountClocksTable,
  rowCountersTable,
  installationCountersTable,
  deletionsTable,
  purgedDeletionsTable,
  serverTimeZonesTable,
  accessHistoryTable,
  credentialsTable,
  tokensTable,
  loginFailuresTable,
  mailRequestsTable,
  knownAddressesTable,
  oneTimeCodesTable,
  mailOutboxTable,
  createKeysTable,
  storedFilesTable,
  backgroundJobsTable,
  dueWorkTable,
];
