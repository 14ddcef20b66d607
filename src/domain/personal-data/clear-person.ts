// Takes away who a person is and leaves what they worked: their rows stay with all hours, days and dates, and lose names,
// remarks, positions, files and messages. Logs are not its affair: rules cannot change them.
import type { Row, View } from '#resource/rule.ts';
import { noteActivity } from '../terms/note-terms.ts';
import { identifyingFields, personalData } from './catalogue.ts';
import { rowsAbout } from './rows-about.ts';

/** What the row of a person is called afterwards. */
export function namesAfter(
  userId: number,
): Pick<Row<'users'>, 'firstname' | 'lastname' | 'fullname' | 'username' | 'username_folded'> {
  const username = `anonymous-${userId}`;
  return {
    firstname: 'Anonymous',
    lastname: String(userId),
    fullname: `Anonymous ${userId}`,
    username,
    username_folded: username,
  };
}

/** Clears every row about the person. Answers the storage keys of the files that are gone with it. */
export function clearPerson(
  view: View,
  { userId, now }: { readonly userId: number; readonly now: number },
): readonly string[] {
  cancelRequests(view, userId);
  const keys = rowsAbout(view, 'files', userId).flatMap(({ storage_key: key }) =>
    typeof key === 'string' ? [key] : [],
  );
  for (const [resource, data] of Object.entries(personalData)) {
    if (resource === 'users' || resource === 'userStatusOverview') continue;
    const { removed, emptied = [], emptiedIf = {}, emptiedWith } = data;
    const own = view.ownFields(resource).map(({ name }) => name);
    if (removed !== true && emptied.length + own.length === 0) continue;
    const rows = rowsAbout(view, resource, userId);
    if (removed === true) view.removeAll(resource, rows);
    else emptyAll(view, resource, { columns: [...emptied, ...own], rows, emptiedWith });
    for (const [column, only] of Object.entries(emptiedIf)) {
      const meant = rows.filter((row) => Object.entries(only).every(([name, value]) => row[name] === value));
      emptyAll(view, resource, { columns: [column], rows: meant });
    }
  }
  clearOwnRow(view, userId);
  noteActivity(view, { id: userId, active: 0, timezone: null }, now);
  return keys;
}

/** Open requests of a person who is anonymised can be decided no more. */
function cancelRequests(view: View, userId: number): void {
  const waiting = rowsAbout(view, 'changeTimeTrackingRequests', userId).filter(
    ({ status }) => status === 'PENDING',
  );
  view.updateAll(
    'changeTimeTrackingRequests',
    waiting.map((row) => ({ row, values: { status: 'CANCELED' } })),
  );
}

function emptyAll(
  view: View,
  resource: string,
  part: {
    readonly columns: readonly string[];
    readonly rows: readonly Row[];
    readonly emptiedWith?: string | undefined;
  },
): void {
  const { columns, rows, emptiedWith } = part;
  const values = Object.fromEntries(columns.map((column) => [column, null]));
  const concerned = rows.filter((row) => emptiedWith === undefined || row[emptiedWith] !== null);
  view.updateAll(
    resource,
    concerned.map((row) => ({ row, values })),
  );
}

function clearOwnRow(view: View, userId: number): void {
  view.recordAccess([userId]);
  const own = view.ownFields('users').map(({ name }) => name);
  const emptied = Object.fromEntries([...identifyingFields, ...own].map((name) => [name, null]));
  const names = namesAfter(userId);
  view.update('users', userId, {
    ...emptied,
    ...names,
    ...withoutRights,
    request_substitute_user_id: null,
  });
  const shown = { user_fullname: names.fullname, profile_picture: null };
  for (const { id } of rowsAbout(view, 'userStatusOverview', userId))
    view.update('userStatusOverview', id, shown);
}

/** The row can no longer log in, nor lead or manage. */
const withoutRights = {
  active: 0,
  authentication_blocked: 1,
  hr_manager: 0,
  internal_user_group: 2,
  renew_password: 0,
  restrict_to_ip: 0,
  unsuccessful_login_count: 0,
} as const;
