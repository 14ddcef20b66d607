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
export async function clearPerson(
  view: View,
  { userId, now }: { readonly userId: number; readonly now: number },
): Promise<readonly string[]> {
  await cancelRequests(view, userId);
  const keys = (await rowsAbout(view, 'files', userId)).flatMap(({ storage_key: key }) =>
    typeof key === 'string' ? [key] : [],
  );
  for (const [resource, data] of Object.entries(personalData)) {
    if (resource === 'users' || resource === 'userStatusOverview') continue;
    const { removed, emptied = [], emptiedIf = {}, emptiedWith } = data;
    const own = view.ownFields(resource).map(({ name }) => name);
    if (removed !== true && emptied.length + own.length === 0) continue;
    const rows = await rowsAbout(view, resource, userId);
    if (removed === true) await view.removeAll(resource, rows);
    else await emptyAll(view, resource, { columns: [...emptied, ...own], rows, emptiedWith });
    for (const [column, only] of Object.entries(emptiedIf)) {
      const meant = rows.filter((row) => Object.entries(only).every(([name, value]) => row[name] === value));
      await emptyAll(view, resource, { columns: [column], rows: meant });
    }
  }
  await clearOwnRow(view, userId);
  await noteActivity(view, { id: userId, active: 0, timezone: null }, now);
  return keys;
}

/** Open requests of a person who is anonymised can be decided no more. */
async function cancelRequests(view: View, userId: number): Promise<void> {
  const waiting = (await rowsAbout(view, 'changeTimeTrackingRequests', userId)).filter(
    ({ status }) => status === 'PENDING',
  );
  await view.updateAll(
    'changeTimeTrackingRequests',
    waiting.map((row) => ({ row, values: { status: 'CANCELED' } })),
  );
}

async function emptyAll(
  view: View,
  resource: string,
  part: {
    readonly columns: readonly string[];
    readonly rows: readonly Row[];
    readonly emptiedWith?: string | undefined;
  },
): Promise<void> {
  const { columns, rows, emptiedWith } = part;
  const values = Object.fromEntries(columns.map((column) => [column, null]));
  const concerned = rows.filter((row) => emptiedWith === undefined || row[emptiedWith] !== null);
  await view.updateAll(
    resource,
    concerned.map((row) => ({ row, values })),
  );
}

async function clearOwnRow(view: View, userId: number): Promise<void> {
  await view.keepSights([userId]);
  const own = view.ownFields('users').map(({ name }) => name);
  const emptied = Object.fromEntries([...identifyingFields, ...own].map((name) => [name, null]));
  const names = namesAfter(userId);
  await view.update('users', userId, {
    ...emptied,
    ...names,
    ...withoutRights,
    request_substitute_user_id: null,
  });
  const shown = { user_fullname: names.fullname, profile_picture: null };
  for (const { id } of await rowsAbout(view, 'userStatusOverview', userId))
    await view.update('userStatusOverview', id, shown);
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
