// Before a file is created, changed or deleted: what it belongs to, whether that may be changed, and what its bytes say.
import { ApiError } from '#errors/api-error.ts';
import { inScope } from '#resource/access.ts';
import { checksumColumn } from '#resource/content.ts';
import type { Columns, Row, Rule, View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';
import { holderNames, holders, updatable, type Holder } from './file-access.ts';
import { placeInTree } from '../nodes/move-files.ts';

const choice = 'exactly one of absence_id, user_id and project_id';

/** Sets what follows from the bytes and from the row that the file belongs to. */
export const enterFile: Rule<'files'> = (change, view) => {
  if (change.verb !== 'create') return;
  const { after, content, accessContext, now } = change;
  if (content === null) throw new Error('a file has come without bytes');
  const holder = holderOf(after);
  after.permissions = holder;
  Object.assign(after, rightsFrom(holder, { file: after, view }));
  after.filename = content.filename;
  after.title ??= content.filename;
  after.extension = content.extension;
  after.content_type = content.mediaType;
  after.size = content.size;
  after.storage_key = content.key;
  after[checksumColumn] = content.sha256;
  after.owner = accessContext.userId;
  after.created = now;
  after.relative_url = after.id;
  after.absolute_url = after.id;
};

/** Refuses who may not update the absence, person or project. */
export const refuseForeignHolder: Rule<'files'> = (change, view) => {
  const { after, accessContext, verb, trusted } = change;
  if (trusted) return;
  const holder = after.permissions;
  const id = after[holders[holder]];
  const row = id === null ? undefined : view.get(holder, id);
  if (row !== undefined && inScope(updatable(holder, accessContext), row)) return;
  const message = `You may not ${verb} files of ${holder} ${id}: it takes the right to update that row.`;
  throw new ApiError('not_allowed', message, { field: holders[holder] });
};

/** A file expires in the future, at a second that makes it turn. */
export const checkExpiry: Rule<'files'> = ({ verb, after, given, now }) => {
  if (verb === 'delete') return;
  const expires = after.expires ?? null;
  if (given.has('expires') && expires !== null && expires <= now) {
    const message = 'expires is in the past; it must be a moment to come, or empty.';
    throw new ApiError('invalid_value', message, { field: 'expires' });
  }
  after.turns_at = expires;
};

function holderOf(file: Row<'files'>): Holder {
  const named = holderNames.filter((holder) => referenceIn(file, holders[holder]) !== null);
  const [holder, other] = named;
  if (holder === undefined)
    throw new ApiError('missing_parameter', `A file belongs to a row; send ${choice}.`, {
      field: 'absence_id',
    });
  if (other === undefined) return holder;
  const given = named.map((one) => holders[one]).join(' and ');
  throw new ApiError('contradiction', `The file has ${given}; send ${choice}.`, {
    field: holders[other],
  });
}

/** What would be right of a row that does not say to which row it belongs. */
export function unfitFile(file: Row<'files'>): string | null {
  const field = holders[file.permissions];
  return referenceIn(file, field) === null
    ? `${field} must say to which row of ${file.permissions} it belongs.`
    : null;
}

/** What a file repeats of the row by which rights go. */
function rightsFrom(
  holder: Holder,
  { file, view }: { readonly file: Row<'files'>; readonly view: View },
): Columns<'files'> {
  const field = holders[holder];
  const id = referenceIn(file, field);
  const rights = id === null ? undefined : rightsOf(holder, id, view);
  if (rights !== undefined) return rights;
  throw new ApiError('unknown_reference', `${field} is ${id}; there is no such row of ${holder}.`, { field });
}

function rightsOf(holder: Holder, id: number, view: View): Columns<'files'> | undefined {
  if (holder === 'projects') {
    const project = view.get(holder, id);
    return project && placeInTree(project);
  }
  if (holder === 'users') {
    const person = view.get(holder, id);
    return person && { person_id: person.id };
  }
  const absence = view.get(holder, id);
  return absence && { person_id: absence.user_id };
}
