// What still needs a row that was to be deleted: its kind and names, each with the way to its page where it has one.
import { useMemo } from 'preact/hooks';
import type { Row } from '../domain/form.ts';
import { addressOf } from '../router.ts';
import type { Refusal } from '../store/http.ts';
import { reading } from '../store/readings.ts';
import { fieldWords } from '../words/field-words.ts';
import { kinds, nameOf } from './kinds.ts';
import { useReading } from './use-reading.ts';
import { dataKinds } from './visible-screens.ts';

/** Names some of the rows that a refusal to delete tells of. */
export function InUse({ refusal: { data } }: { readonly refusal: Refusal }) {
  const resource = String(data['resource']);
  const of = useMemo(() => reading<Row>('inUse'), []);
  const id = ((data['ids'] ?? []) as readonly number[]).join('|');
  useReading(of, resource, () => (resource in kinds && id !== '' ? { id, _op__id: 'in' } : null));
  const { kinds: names, values, usedBy } = fieldWords.value;
  const kind = names[resource]?.[0] ?? values[`entity.${resource}`];
  if (kind === undefined) return null;
  return (
    <ul class="in-use">
      <li>{usedBy(kind)}</li>
      {(of.rows.value ?? []).map((row) => (
        <li key={row['id'] as number}>
          <Name text={nameOf(resource, row)} href={pageOf(resource, row)} />
        </li>
      ))}
    </ul>
  );
}

function Name({ text, href }: { readonly text: string; readonly href: string | null }) {
  return href === null ? <>{text}</> : <a href={href}>{text}</a>;
}

function pageOf(resource: string, row: Row): string | null {
  if (resource === 'users') return addressOf('people', String(row['id']));
  if (resource === 'tasks') return addressOf('data', 'projects', { id: String(row['mother_id']) });
  const hasPage = (dataKinds as readonly string[]).includes(resource);
  return hasPage ? addressOf('data', resource, { id: String(row['id']) }) : null;
}
