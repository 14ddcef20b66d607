// Tables of what logging in needs: tokens, failures, requests for mails, known addresses and codes of mailed links.
import { bigint, optionalBigint, optionalText, text } from './system-columns.ts';
import type { Table } from './table.ts';

/**
 * Access, refresh and session tokens by their SHA-256; those that descend from one login share a `family`. A session has no
 * client; `began_at` is the second of its login, `actor_id` the administrator who acts as the user in it.
 */
export const tokensTable: Table = {
  name: 'tokens',
  scope: 'account',
  columns: [
    bigint('account_id'),
    text('hash'),
    text('kind'),
    text('family'),
    optionalText('client_id'),
    optionalBigint('user_id'),
    bigint('issued_at'),
    bigint('expires_at'),
    optionalBigint('used_at'),
    optionalBigint('revoked_at'),
    optionalBigint('began_at'),
    optionalBigint('actor_id'),
  ],
  primaryKey: ['account_id', 'hash'],
  indexes: [
    { name: 'tokens_family', columns: ['account_id', 'family'] },
    { name: 'tokens_user', columns: ['account_id', 'user_id'] },
    { name: 'tokens_client', columns: ['account_id', 'client_id'] },
    { name: 'tokens_expires_at', columns: ['account_id', 'expires_at'] },
  ],
  foreignKeys: [
    { columns: ['account_id', 'client_id'], table: 'credentials', references: ['account_id', 'client_id'] },
  ],
};

/** Failed logins of the last minutes. User names are hashed: people type passwords into that field. */
export const loginFailuresTable: Table = {
  name: 'login_failures',
  scope: 'account',
  columns: [bigint('account_id'), text('id'), text('username_hash'), text('address'), bigint('failed_at')],
  primaryKey: ['account_id', 'id'],
  indexes: [
    { name: 'login_failures_username', columns: ['account_id', 'username_hash', 'address', 'failed_at'] },
    { name: 'login_failures_failed_at', columns: ['account_id', 'failed_at'] },
  ],
  foreignKeys: [],
};

/** Mails that people asked for in the last minutes without proving who they are, by hashed name and address. */
export const mailRequestsTable: Table = {
  name: 'mail_requests',
  scope: 'account',
  columns: [bigint('account_id'), text('id'), text('subject_hash'), text('address'), bigint('requested_at')],
  primaryKey: ['account_id', 'id'],
  indexes: [
    { name: 'mail_requests_subject', columns: ['account_id', 'subject_hash', 'address', 'requested_at'] },
    { name: 'mail_requests_requested_at', columns: ['account_id', 'requested_at'] },
  ],
  foreignKeys: [],
};

/** At which addresses a username has logged in of late: failures of others delay no login there. */
export const knownAddressesTable: Table = {
  name: 'known_addresses',
  scope: 'account',
  columns: [bigint('account_id'), text('username_hash'), text('address'), bigint('seen_at')],
  primaryKey: ['account_id', 'username_hash', 'address'],
  indexes: [{ name: 'known_addresses_seen_at', columns: ['account_id', 'seen_at'] }],
  foreignKeys: [],
};

/**
 * One-time codes of links by their SHA-256. A user has several while an invitation outlives a link that anybody can ask
 * for. `bound_to`: hash of what the user's row held when it was made; once that differs, the code is void. `made_by`: the
 * administrator who logs in with it as the user.
 */
export const oneTimeCodesTable: Table = {
  name: 'one_time_codes',
  scope: 'account',
  columns: [
    bigint('account_id'),
    bigint('user_id'),
    text('hash'),
    text('bound_to'),
    bigint('created_at'),
    bigint('expires_at'),
    { ...text('purpose'), default: 'password' },
    optionalBigint('made_by'),
  ],
  primaryKey: ['account_id', 'hash'],
  indexes: [{ name: 'one_time_codes_user', columns: ['account_id', 'user_id'] }],
  foreignKeys: [],
};
