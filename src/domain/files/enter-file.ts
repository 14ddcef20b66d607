// Before a file is created, changed or deleted: what it belongs to, whether that may be changed, and what its bytes say.
import { ApiError } from '#errors/api-error.ts';
import { inScope } from '#resource/access.ts';
import { checksumColumn } from '#resource/content.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { referenceIn } from '../change.ts';
import { holders, updatable, type Holder } from './file-access.ts';
import { placeInTree } from './move-files.ts';

const choice = 'exactly one of absence_id, user_id and project_id';

/** Sets what follows from the bytes and from the row that the file belongs to. */
export const enterFile: Rule<'files'> = async (change, view) => {
  if (change.verb !== 'create') return;
  const { after, content, sight, now } = change;
  if (content === null) throw new Error('a file has come without bytes');
  const holder = holderOf(after);
  after['permissions'] = holder;
  Object.assign(after, await rightsFrom(holder, { file: after, view }));
  after['filename'] = content.filename;
  after['title'] ??= content.filename;
  after['extension'] = content.extension;
  after['content_type'] = content.mediaType;
  after['size'] = content.size;
  after['storage_key'] = content.key;
  after[checksumColumn] = content.sha256;
  after['owner'] = sight.userId;
  after['created'] = now;
  after['relative_url'] = after['id'];
  after['absolute_url'] = after['id'];
};

/** Refuses who may not update the absence, person or project. */
export const refuseForeignHolder: Rule<'files'> = async (change, view) => {
  const { after, sight, verb, trusted } = change;
  if (trusted) return;
  const holder = after['permissions'] as Holder;
  const id = after[holders[holder]] as number;
  const row = await view.get(holder, id);
  if (row !== undefined && inScope(updatable(holder, sight), row)) return;
  const message = `You may not ${verb} files of ${holder} ${id}: it takes the right to update that row.`;
  throw new ApiError('not_allowed', message, { field: holders[holder] });
};

/** A file expires in the future, at a second that makes it turn. */
export const checkExpiry: Rule<'files'> = ({ verb, after, given, now }) => {
  if (verb === 'delete') return;
  const expires = after['expires'] ?? null;
  if (given.has('expires') && expires !== null && expires <= now) {
    const message = 'expires is in the past; it must be a moment to come, or empty.';
    throw new ApiError('invalid_value', message, { field: 'expires' });
  }
  after['turns_at'] = expires;
};

function holderOf(file: Row): Holder {
  const all = Object.keys(holders) as Holder[];
  const named = all.filter((holder) => referenceIn(file, holders[holder]) !== null);
  const [holder] = named;
  if (holder === undefined)
    throw new ApiError('missing_parameter', `A file belongs to a row; send ${choice}.`, {
      field: 'absence_id',
    });
  if (named.length === 1) return holder;
  const given = named.map((one) => holders[one]).join(' and ');
  throw new ApiError('contradiction', `The file has ${given}; send ${choice}.`, {
    field: holders[named[1] as Holder],
  });
}

/** What would be right of a row that does not say to which row it belongs. */
export function unfitFile(file: Row): string | null {
  const field = holders[file['permissions'] as Holder];
  return referenceIn(file, field) === null
    ? `${field} must say to which row of ${file['permissions']} it belongs.`
    : null;
}

/** What a file repeats of the row by which rights go. */
async function rightsFrom(
  holder: Holder,
  { file, view }: { file: Change['after']; view: View },
): Promise<Row> {
  const id = file[holders[holder]] as number;
  const row: Row | undefined = await view.get(holder, id);
  if (row === undefined) {
    const message = `${holders[holder]} is ${id}; there is no such row of ${holder}.`;
    throw new ApiError('unknown_reference', message, { field: holders[holder] });
  }
  if (holder === 'projects') return placeInTree(row);
  return { person_id: (holder === 'users' ? row['id'] : row['user_id']) ?? null };
}
