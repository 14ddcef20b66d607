// Assertions of isolation: the server answers ids of another account like unknown ids, and shows no text or id of it.
import assert from 'node:assert/strict';
import type { Resource } from '#resource/resource.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import type { Cell, OwnRows } from './isolation-cells.ts';
import { nobodysId, type Side, type TwoAccounts } from './two-accounts.ts';

/** Kinds of callers. */
export const callers = ['machine', 'administrator', 'employee'] as const;
/** One of {@link callers}. */
export type Kind = (typeof callers)[number];
/** An hour ago, as `_since` takes it. */
export const since = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 10)} 00:00:00`;

/** A cell, and who asks it about whose rows. */
export interface Asking {
  readonly cell: Cell;
  readonly resource: Resource;
  readonly asker: Side;
  readonly other: Side;
  readonly client: Client;
}

/** One cell: the server answers the other account's id like an unused id, and shows nothing of the other account. */
export async function assertIsolated(
  both: TwoAccounts,
  { cell, resource, asker, other, client }: Asking,
): Promise<void> {
  const own: OwnRows = { ids: asker.ids, sample: asker.nextSample(), since };
  const place = `${resource.name}: ${cell.name}`;
  for (const foreign of foreignIds(both, { resource, cell, other })) {
    const [theirs, nobodys] = [
      await ask(client, cell, foreign, own),
      await ask(client, cell, nobodysId(other), own),
    ];
    assert.equal(leak(theirs.text.replaceAll(String(foreign), '<id>'), other), null, place);
    assert.equal(likeNobodys(theirs, foreign, asker), likeNobodys(nobodys, nobodysId(other), asker), place);
    const usual = cell.kind === 'alike' ? [200, 400, 401, 422] : [200, 401, 422];
    assert.ok(usual.includes(theirs.status), `${place}: ${theirs.text}`);
    if (client !== asker.employee) assertKind(cell, theirs, place);
  }
}

/** Ids of the other account's rows of every resource that the cell may mean. */
function foreignIds(
  both: TwoAccounts,
  { resource, cell, other }: { resource: Resource; cell: Cell; other: Side },
): readonly number[] {
  const { schema } = both.installation.app.engine;
  const named = cell.name
    .split(' ')
    .flatMap((word) => schema.targets(resource.fields.get(word)?.relation ?? '-'));
  const meant = named.length > 0 ? named.map(({ name }) => name) : [resource.name];
  const ids = meant.flatMap((name) => other.ids[name] ?? []).filter((id) => id > other.base);
  return ids.length > 0 ? [...new Set(ids)] : [other.ids['users'] as number];
}

async function ask(client: Client, cell: Cell, id: number, own: OwnRows): Promise<Answer> {
  const { method, path, ...options } = cell.request(id, own);
  const answer = await client.request(method, path, options);
  if (method === 'POST' && answer.status === 200)
    await removeCreated(client, path.split('/')[0] as string, answer);
  return answer;
}

/** So that both requests of a cell find the account as it was. */
async function removeCreated(client: Client, resource: string, answer: Answer): Promise<void> {
  for (const row of (answer.json['Results'] ?? []) as Envelope[]) {
    for (const [child, items] of Object.entries(
      (row['nestedEntities'] ?? {}) as Record<string, Envelope[]>,
    )) {
      for (const item of items) {
        if (item['Success']) await client.delete(`${child}/delete/${item['Results'][0].id}`);
      }
    }
    if (row['id'] === undefined) continue;
    const gone = await client.delete(`${resource}/delete/${row['id']}`);
    assert.equal(gone.status, 200, gone.text);
  }
}

function assertKind(cell: Cell, answer: Answer, place: string): void {
  if (cell.kind === 'alike') return;
  const refused = answer.text.includes('"errorCode":"unknown_reference"');
  assert.equal(refused, cell.kind === 'refuse', `${place}: ${answer.text}`);
  if (cell.kind !== 'refuse') assert.equal(answer.status, 200, `${place}: ${answer.text}`);
  if (cell.kind === 'accept') assert.equal(answer.json['SuccessNested'], true, place);
}

/** Every unfiltered read of every resource: rows of the own account, and none of the other. */
export async function assertOwnOnly(
  both: TwoAccounts,
  { asker, other, client, caller }: { asker: Side; other: Side; client: Client; caller: Kind },
): Promise<void> {
  for (const resource of both.resources.filter(({ storage }) => ['account', 'report'].includes(storage))) {
    const relations = [...resource.fields.values()].filter(
      ({ relation, read }) =>
        relation !== undefined &&
        read !== '-' &&
        both.installation.app.engine.schema.targets(relation).length > 0,
    );
    const asked = Object.keys(resource.report?.parameters ?? {});
    const always = Object.fromEntries(
      asked.map((name) => [name, name.endsWith('from') ? '2000-01-01' : '2099-12-31']),
    );
    const queries: Record<string, string | number>[] = [
      { _limit: 10_000 },
      ...relations.map(({ name }) => ({ _resolve: name })),
      ...relations.map(({ name }) => ({
        _group_by: name,
        ...(resource.report === null ? { [`_aggregate__${resource.lastChange ?? 'id'}`]: 'max' } : {}),
      })),
      ...(resource.fields.has('id') ? [{ _aggregate__id: 'group_concat' }] : []),
      ...(resource.lastChange === null ? [] : [{ _since: since, _fetch_deleted: 1, _limit: 10_000 }]),
      ...Object.keys(resource.nested).map((child) => ({ nestedEntities: JSON.stringify({ [child]: [{}] }) })),
    ];
    let seen = '';
    for (const query of queries) {
      const { text } = await client.get(`${resource.name}/read`, { ...always, ...query });
      assert.equal(leak(text, other), null, `${resource.name} ${JSON.stringify(query)}`);
      seen += text;
    }
    for (const path of ['fetchData/read', 'deltaSync/read']) {
      const { text } = await client.get(path, { _include: resource.name, _since: since, _fetch_deleted: 1 });
      assert.equal(leak(text, other), null, `${path} ${resource.name}`);
    }
    if (caller === 'employee') continue;
    // A sum may be of the first people alone, whose ids no other account lacks.
    const own = resource.report === null ? leak(seen, asker) : /"NumResults":[1-9]/.exec(seen);
    assert.ok(own !== null, `${resource.name} shows rows of its own account`);
    if (resource.actions.has('delete')) assert.match(seen, /"deleted_at"/, resource.name);
  }
}

/** The client of that kind in the account. */
export function clientOf({ account, employee }: Side, caller: Kind): Client {
  return caller === 'employee' ? employee : account[caller];
}

/** What in the text belongs to the side; `null` when nothing does. */
export function leak(text: string, side: Side): string | null {
  const found = new RegExp(`${side.mark}|\\b${String(side.base)[0]}0\\d{4}\\b`).exec(text);
  return found === null ? null : text.slice(Math.max(found.index - 60, 0), found.index + 60);
}

/** The whole answer with the id asked for, new ids and times made equal. */
function likeNobodys({ status, headers, text }: Answer, id: number, asker: Side): string {
  const varying = ['x-request-id', 'date', 'server-timing', 'etag', 'content-length'];
  const shown = [...headers].map(([name, value]) => (varying.includes(name) ? name : `${name}: ${value}`));
  const body = ownIds(withoutTimes(text).replaceAll(String(id), '<id>'), asker);
  return `${status}\n${shown.sort().join('\n')}\n${body}`;
}

/** The text with the side's ids made equal. */
export function ownIds(text: unknown, { base }: Side): string {
  return String(text).replaceAll(new RegExp(`\\b${String(base)[0]}0\\d{4}\\b`, 'g'), '<own>');
}

/** The text of an answer with its moments made empty. */
export function withoutTimes(text: string): string {
  const moments = 'RequestStartTime|RequestEndTime|updated|data_changed|created|timestamp|\\w+_timestamp';
  return text.replaceAll(new RegExp(`"(${moments})":"[^"]*"`, 'g'), '"$1":""');
}

/** Everything that the account's machine reads, as text by resource. */
export async function dump(
  { account }: Side,
  resources: readonly Resource[],
): Promise<Readonly<Record<string, unknown>>> {
  const shown: Record<string, unknown> = {};
  for (const { name, storage } of resources) {
    if (storage === 'account')
      shown[name] = (await account.machine.get(`${name}/read`, { _limit: 10_000 })).json['Results'];
  }
  return shown;
}
