// One row of any resource with what belongs to it: its form, and lists whose rows open in a dialog.
import { useMemo, useState } from 'preact/hooks';
import type { Row } from '../domain/form.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { refusalText } from '../refusal-text.ts';
import type { Refusal } from '../store/http.ts';
import { reading } from '../store/readings.ts';
import { fieldWords } from '../words/field-words.ts';
import { words } from '../words/words.ts';
import { fieldsFor, kinds, nameOf } from './kinds.ts';
import { Deletion, RowForm, type FormProps } from './row-form.tsx';
import { RowList } from './row-list.tsx';
import { useReading } from './use-reading.ts';
import { mayDo } from './visible-screens.ts';

/** Reads one row while it is shown; `null` until it is here, with what to say where there is none. No row has the id 0. */
export function useRow(
  resource: string,
  id: number,
): { readonly row: Row | null; readonly problem: string | null } {
  const of = useMemo(() => reading<Row>(`row.${resource}`), []);
  useReading(of, resource, () => ({ id: id || 0 }));
  const refusal = of.refusal.value;
  const rows = of.rows.value;
  const problem = refusal !== null ? refusalText(refusal) : rows?.length === 0 ? fieldWords.value.gone : null;
  return { row: rows?.[0] ?? null, problem };
}

/** The way back to a list. */
export function BackLink({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <a class="back no-print" href={to}>
      <Icon name="chevron-left" /> {text}
    </a>
  );
}

type PageProps = Pick<FormProps, 'resource' | 'onDone'> & { readonly id: number };

/** Draws a row of master data. */
export function RowPage({ resource, id, onDone }: PageProps) {
  const { row, problem } = useRow(resource, id);
  const can = (verb: string): boolean => mayDo(verb, resource);
  if (problem !== null || row === null)
    return (
      <>
        <h1>{fieldWords.value.kinds[resource]?.[0]}</h1>
        {problem !== null && <Problem text={problem} />}
      </>
    );
  return (
    <>
      <h1>{nameOf(resource, row)}</h1>
      <RowForm
        {...{ resource, row, action: 'update' }}
        writable={can('update') ? 'all' : []}
        canDelete={can('delete')}
        onDone={(left) => left === null && onDone(null)}
      />
      {(kinds[resource]?.children ?? []).map(([child, field]) => (
        <ChildList key={child} resource={child} fixed={{ [field]: id }} can={can} />
      ))}
    </>
  );
}

interface ChildProps {
  readonly resource: string;
  /** The field that says to which row these belong, and its id. */
  readonly fixed: Readonly<Record<string, number>>;
  readonly can: (verb: string) => boolean;
}

/** Rows that belong to another one; each opens in a dialog. */
export function ChildList({ resource, fixed, can }: ChildProps) {
  const [opened, setOpened] = useState<Row | 'new' | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const w = fieldWords.value;
  const [many = '', one = ''] = w.kinds[resource] ?? [];
  const takes = (action: string): boolean => fieldsFor(resource, action).length > 0;
  const close = (): void => setOpened(null);
  const isNew = opened === 'new';
  return (
    <section class="child-list">
      <h2>{many}</h2>
      <RowList
        resource={resource}
        filter={fixed}
        onNew={can('create') && takes('create') ? () => setOpened('new') : null}
        onOpen={setOpened}
      />
      {opened !== null && (
        <Dialog
          title={isNew ? w.add(one) : nameOf(resource, opened)}
          closeLabel={words.value.general.close}
          onClose={close}
          isWide
        >
          {isNew || takes('update') ? (
            <RowForm
              resource={resource}
              action={isNew ? 'create' : 'update'}
              row={isNew ? null : opened}
              fixed={isNew ? fixed : {}}
              writable={can('update') || isNew ? 'all' : []}
              canDelete={can('delete') && takes('create')}
              onDone={close}
            />
          ) : (
            <>
              {refusal !== null && <Problem text={refusalText(refusal)} />}
              {can('delete') && (
                <Deletion resource={resource} row={opened} onRefused={setRefusal} onDone={close} />
              )}
            </>
          )}
        </Dialog>
      )}
    </section>
  );
}
