// Tells the audit log what a request has changed. It must not know any resource: each says itself whether it is audited.
import { actingUser, type AccessContext } from '#resource/access.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { appendAudit, type AuditEntry } from '#sql/audit-entries.ts';
import { visibilityRenderer } from '../read/render-rows.ts';
import { systemClientId } from '../system-caller.ts';
import type { WriteRun } from './write-run.ts';

/** What was done to a row: it as it stood and as it stands, `null` where there was or is none. */
export interface Audited {
  readonly action: string;
  readonly id: number | null;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Appends an entry, unless nothing of what is audited has changed or the server itself writes. */
export function recordAudit(run: WriteRun, resource: Resource, done: Audited): void {
  const { audited } = resource;
  if (run.requestId === null || audited === false) return;
  const { action, id, before, after } = done;
  const names = changedNames(resource, before, after);
  if (audited !== true && names.length === 0) return;
  const [was, is] = [shown(run, resource, before), shown(run, resource, after)];
  appendAudit(run, {
    ...actorOf(run),
    requestId: run.requestId,
    address: run.remoteAddress,
    resource: resource.name,
    rowId: id,
    action,
    before: before === null ? null : textOf(resource, { row: before, document: was, names }),
    after: after === null ? null : textOf(resource, { row: after, document: is, names }),
  });
}

/** The credential that an entry names. */
export function credentialOf({ clientId }: Pick<AccessContext, 'clientId'>): string | null {
  return clientId === '' ? null : clientId;
}

function actorOf({ accessContext }: WriteRun): Pick<AuditEntry, 'actor' | 'userId' | 'credential'> {
  const { clientId, kind } = accessContext;
  const userId = actingUser(accessContext);
  const credential = credentialOf(accessContext);
  if (userId !== null) return { actor: 'user', userId, credential };
  if (clientId === systemClientId) return { actor: 'command' };
  return kind === 'machine' ? { actor: 'credential', credential } : { actor: 'nobody' };
}

/** Of a new or deleted row every field that holds something; of fields told alone, those that are not as by default. */
function changedNames(
  { audited, fields, lastChange }: Resource,
  before: Row | null,
  after: Row | null,
): readonly string[] {
  const alone = typeof audited === 'boolean' ? null : audited;
  const valueOf = (row: Row | null, name: string): Stored =>
    (row === null && alone !== null ? fields.get(name)?.default : row?.[name]) ?? null;
  const differs = (name: string): boolean => valueOf(before, name) !== valueOf(after, name);
  if (alone !== null) return alone.filter(differs);
  return [...fields.values()]
    .filter(({ name, stored }) => stored && name !== lastChange && differs(name))
    .map(({ name }) => name);
}

function shown(run: WriteRun, resource: Resource, row: Row | null): Readonly<Record<string, unknown>> {
  return row === null ? {} : visibilityRenderer(resource, 'administrator')(row, run.context);
}

const longest = 1000;

function textOf(
  resource: Resource,
  part: { row: Row; document: Readonly<Record<string, unknown>>; names: readonly string[] },
): string {
  const { row, document, names } = part;
  const values = names.map((name) => {
    const secret = resource.fields.get(name)?.secret === true;
    const value = secret && row[name] != null ? '***' : (document[name] ?? null);
    return [name, typeof value === 'string' ? value.slice(0, longest).toWellFormed() : value];
  });
  return JSON.stringify(Object.fromEntries(values));
}
