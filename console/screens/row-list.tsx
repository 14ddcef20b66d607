// A list of rows of one resource: its columns, a search, a tree where rows have mothers, one year of dates at a time.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { treeOrder, type Row } from '../domain/form.ts';
import { matching } from '../domain/match.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { SearchField } from '../parts/inputs.tsx';
import { useKeys } from '../parts/keys.ts';
import { refusalText } from '../refusal-text.ts';
import { loadChoices } from '../store/master.ts';
import { reading, type Query } from '../store/readings.ts';
import { fieldWords } from '../words/field-words.ts';
import { fieldsBy, kinds, labelOf, nameOf, shownText } from './kinds.ts';
import { today } from './progress.ts';
import { Empty, Turn } from './screen-parts.tsx';
import { useReading } from './use-reading.ts';

interface ListProps {
  readonly resource: string;
  /** Which rows; a list with another filter needs another key. */
  readonly filter?: Query;
  /** `null`: none can be added. */
  readonly onNew: (() => void) | null;
  /** The address of a row, where it has one; else what opens it. */
  readonly hrefOf?: ((row: Row) => string) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly hasKeys?: boolean;
}

/** Draws the list with its search; the title above it is the screen's. */
export function RowList({ resource, filter = {}, onNew, hrefOf, onOpen, hasKeys }: ListProps) {
  const of = useMemo(() => reading<Row>(`list.${resource}`), []);
  const [text, setText] = useState('');
  const [withPast, setWithPast] = useState(false);
  const year = useSignal(Number(today.peek().slice(0, 4)));
  const search = useRef<HTMLInputElement>(null);
  const kind = kinds[resource] ?? { columns: 'name' };
  const names = kind.columns.split(' ');
  const columns = names.filter((name) => name !== 'active');
  const query = (): Query => ({
    ...filter,
    ...(kind.isLarge === true ? { _fields: ['id', ...names].join() } : {}),
    ...(kind.year === undefined
      ? {}
      : { [kind.year]: `${year.value}-01-01|${year.value}-12-31`, [`_op__${kind.year}`]: 'betw' }),
  });
  // Rows without id cannot be merged with what is here: they are read anew.
  const refresh =
    kind.pair === undefined ? of.refresh : () => of.load(resource, query(), { isBackground: true });
  useReading({ load: of.load, refresh }, resource, query);
  const related = columns.flatMap((name) => fieldsBy(resource).get(name)?.target ?? []);
  const targets = [...related, ...(kind.names ?? [])].join();
  useEffect(() => void loadChoices(targets.split(',').filter(Boolean)), [targets]);
  const add = onNew === null ? {} : { n: onNew };
  useKeys(hasKeys === true ? { '/': () => search.current?.focus(), ...add } : {});
  const w = fieldWords.value;
  const all = of.rows.value;
  const isPast = (row: Row): boolean => row['active'] === 0;
  const cell = (row: Row, name: string): string => shownText(resource, name, row);
  const shown = (all ?? []).filter((row) => withPast || !isPast(row));
  const lines = treeOrder(shown, columns[0] ?? 'id');
  // A column that no row fills tells nothing.
  const told = columns.filter((name, at) => at === 0 || shown.some((row) => cell(row, name) !== ''));
  const found = matching(lines, text, ({ row }) => columns.map((name) => cell(row, name)).join(' '));
  const refusal = of.refusal.value;
  return (
    <div class="row-list">
      <div class="actions no-print">
        <SearchField label={w.search} inputRef={search} onText={setText} />
        {kind.year !== undefined && (
          <Turn previous={w.yearBefore} next={w.yearAfter} onTurn={(by) => (year.value += by)}>
            <strong>{year}</strong>
          </Turn>
        )}
        {all?.some(isPast) === true && (
          <label class="tick">
            <input
              type="checkbox"
              checked={withPast}
              onChange={(event) => setWithPast(event.currentTarget.checked)}
            />
            {w.withPast}
          </label>
        )}
        {onNew !== null && (
          <Button look="primary" icon="plus" class="push" onClick={onNew}>
            {w.add(w.kinds[resource]?.[1] ?? '')}
          </Button>
        )}
      </div>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {all !== null && found.length === 0 && <Empty said={text === '' ? w.empty : w.noMatch(text)} />}
      {found.length > 0 && (
        <table class="rows">
          <caption class="sr">{w.kinds[resource]?.[0]}</caption>
          <thead>
            <tr>
              {told.map((name) => (
                <th key={name} scope="col">
                  {labelOf(resource, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map(({ row, depth }) => (
              <tr key={String(row['id'] ?? columns.map((name) => row[name]).join())}>
                {told.map((name, index) =>
                  index > 0 ? (
                    <td key={name}>{cell(row, name)}</td>
                  ) : (
                    <th key={name} scope="row" class={`depth-${Math.min(depth, 4)}`}>
                      <RowLink {...{ row, hrefOf, onOpen }} text={nameOf(resource, row)} />
                      {isPast(row) && <span class="chip">{w.past}</span>}
                    </th>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.length > 0 && <p class="muted count">{w.rows(found.length)}</p>}
    </div>
  );
}

type LinkProps = Pick<ListProps, 'hrefOf' | 'onOpen'> & { readonly row: Row; readonly text: string };

function RowLink({ row, text, hrefOf, onOpen }: LinkProps) {
  if (hrefOf !== undefined) return <a href={hrefOf(row)}>{text}</a>;
  if (onOpen === undefined) return <>{text}</>;
  return (
    <button type="button" class="row-open" onClick={() => onOpen(row)}>
      {text}
    </button>
  );
}
