// The form of one row of any resource, made of what the server says it takes. What may not be set is shown as text; a
// refusal stands at its field.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { bodyOf, textOf, undoOf, type FormField, type Row } from '../domain/form.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { FormControl } from '../parts/form-field.tsx';
import { refusalText } from '../refusal-text.ts';
import { unlessTyped } from '../router.ts';
import type { Refusal } from '../store/http.ts';
import { loadChoices, loadSchemas, write, type Write } from '../store/master.ts';
import { note } from '../store/undo.ts';
import { fieldWords } from '../words/field-words.ts';
import { language, words } from '../words/words.ts';
import { InUse } from './in-use.tsx';
import { choicesFor, emptiedBy, fieldBeside, fieldsFor, kinds, labelOf, nameOf, shownText } from './kinds.ts';
import { useSend } from './use-send.ts';

/** What a form is about. */
export interface FormProps {
  readonly resource: string;
  readonly action: 'create' | 'update' | 'invite';
  readonly row: Row | null;
  /** Sent with a new row, and not shown. */
  readonly fixed?: Row;
  /** The fields that may be set. */
  readonly writable: readonly string[] | 'all';
  readonly canDelete?: boolean;
  readonly onDone: (row: Row | null) => void;
}

/** Draws the form. */
export function RowForm(props: FormProps) {
  const { resource, action, row: given, fixed = {}, writable, canDelete, onDone } = props;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [once] = useState(() => crypto.randomUUID());
  // What the server answered holds until it has been read anew.
  const [saved, setSaved] = useState<Row | null>(null);
  useEffect(() => setSaved(null), [given]);
  // The account may have defined other fields since.
  useEffect(() => void loadSchemas(), []);
  const row = saved ?? given;
  const fields = fieldsFor(resource, action)
    .filter(({ name }) => !(name in fixed))
    .flatMap((field) => fieldBeside(field, { ...row, ...typed }) ?? []);
  const { groups, more } = grouped(resource, fields);
  const drawn = [...groups.flatMap(([, list]) => list), ...(isOpen ? more : [])];
  const targets = drawn.flatMap(({ target }) => target ?? []).join();
  useEffect(() => void loadChoices(targets.split(',').filter(Boolean)), [targets]);
  const w = words.value.general;
  const maySet = ({ name }: FormField): boolean => writable === 'all' || writable.includes(name);
  const open = fields.filter(maySet);
  const body = bodyOf(open, typed, row, language.value);
  const isChanged = Object.keys(body).length > 0;
  const isElsewhere = refusal !== null && !fields.some(({ name }) => name === refusal.field);
  const { send, close } = useSend(onDone);
  const save = async (): Promise<void> => {
    if (!isChanged && row !== null) return;
    const id = (row?.['id'] ?? null) as number | null;
    const written = write({ resource, action, id, once, body: { ...fixed, ...body } });
    const why = await send(written, ({ row: after }) => {
      setTyped({});
      if (action === 'update') setSaved(after);
      noteWritten({ resource, action, row, body, fields, after });
      close(after);
    });
    setRefusal(why);
    if (more.some(({ name }) => name === why?.field)) setOpen(true);
  };
  // The server names one field that is missing; with it all are told.
  const isWrong = ({ name, isRequired, start }: FormField): boolean =>
    isRequired && refusal?.code === 'missing_parameter'
      ? (body[name] ?? start) === ''
      : refusal?.field === name;
  const draw = (field: FormField) => (
    <OneField
      key={field.name}
      {...{ resource, field, row }}
      typed={typed[field.name]}
      isOff={!maySet(field)}
      error={refusal !== null && isWrong(field) ? refusalText(refusal) : null}
      onType={(text) => setTyped({ ...typed, ...emptiedBy(field.name), [field.name]: text })}
    />
  );
  return (
    <Form class="fields row-form" onSend={save} isChanged={isChanged}>
      {isElsewhere && <Problem text={refusalText(refusal)} />}
      {refusal?.code === 'in_use' && <InUse key={JSON.stringify(refusal.data)} refusal={refusal} />}
      {refusal?.code === 'key_reused' && (
        <Button class="jump" onClick={() => unlessTyped(() => onDone(refusal.data))}>
          {words.value.conflict.jump}
        </Button>
      )}
      {groups.map(([title, list]) => (
        <fieldset key={title}>
          <legend class={groups.length > 1 ? '' : 'sr'}>{fieldWords.value.groups[title]}</legend>
          <FieldGrid list={list} draw={draw} />
        </fieldset>
      ))}
      {more.length > 0 && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{fieldWords.value.more}</summary>
          {isOpen && <FieldGrid list={more} draw={draw} />}
        </details>
      )}
      {open.length > 0 && (
        <div class="actions form-actions no-print">
          <Submit isOff={row !== null && !isChanged}>
            {action === 'invite' ? fieldWords.value.invite : w.save}
          </Submit>
          {isChanged && row !== null && <Button onClick={() => setTyped({})}>{w.cancel}</Button>}
          {canDelete === true && row !== null && (
            <Deletion resource={resource} row={row} onRefused={setRefusal} onDone={() => onDone(null)} />
          )}
        </div>
      )}
    </Form>
  );
}

interface GridProps {
  readonly list: readonly FormField[];
  readonly draw: (field: FormField) => ComponentChildren;
}

/** Fields side by side, ticks below them. */
function FieldGrid({ list, draw }: GridProps) {
  const [ticks = [], others = []] = [true, false].map((is) =>
    list.filter(({ kind }) => (kind === 'flag') === is),
  );
  return (
    <>
      {others.length > 0 && <div class="form-grid">{others.map(draw)}</div>}
      {ticks.length > 0 && <div class="form-grid ticks">{ticks.map(draw)}</div>}
    </>
  );
}

interface OneProps {
  readonly resource: string;
  readonly field: FormField;
  readonly row: Row | null;
  readonly typed: string | undefined;
  readonly isOff: boolean;
  readonly error: string | null;
  readonly onType: (text: string) => void;
}

function OneField({ resource, field, row, typed, isOff, error, onType }: OneProps) {
  const label = `${labelOf(resource, field.name)}${field.isRequired && !isOff ? ' *' : ''}`;
  if (isOff) {
    const isNo = field.kind === 'flag' && row?.[field.name] !== 1;
    const text = row === null || isNo ? '' : shownText(resource, field.name, row);
    return text === '' ? null : (
      <div class="field">
        <span class="name">{label}</span>
        <span>{text}</span>
      </div>
    );
  }
  const value = typed ?? textOf(field, row, language.value);
  return (
    <FormControl
      {...{ field, label, value, error }}
      hint={fieldWords.value.hints[field.name] ?? ''}
      choices={choicesFor(resource, field, value)}
      onInput={onType}
    />
  );
}

/** The fields under their titles, and those that come last. */
function grouped(resource: string, fields: readonly FormField[]) {
  const layout = kinds[resource]?.groups;
  if (layout === undefined) return { groups: [['main', fields] as const], more: [] };
  const groups = Object.entries(layout).map(([title, names]): readonly [string, readonly FormField[]] => [
    title,
    names.split(' ').flatMap((name) => fields.find((field) => field.name === name) ?? []),
  ]);
  const placed = new Set(groups.flatMap(([, list]) => list));
  const [own = [], more = []] = [true, false].map((is) =>
    fields.filter((field) => !placed.has(field) && (field.title !== '') === is),
  );
  return { groups: [...groups, ['own', own] as const].filter(([, list]) => list.length > 0), more };
}

interface Done extends Pick<FormProps, 'resource' | 'action' | 'row'> {
  readonly body: Row;
  readonly fields: readonly FormField[];
  readonly after: Row | null;
}

/** Tells of the write, with the way back where there is one: a secret and a mail have none. */
function noteWritten({ resource, action, row, body, fields, after }: Done): void {
  const subject = nameOf(resource, after ?? row ?? {});
  const id = (after?.['id'] ?? row?.['id']) as number | undefined;
  const isSecret = fields.some(({ name, kind }) => kind === 'secret' && name in body);
  const kind = action === 'update' ? 'saved' : action === 'create' ? 'added' : 'invited';
  const back: Write | null =
    kind === 'saved' && !isSecret && row !== null && id !== undefined
      ? { resource, action: 'update', id, body: undoOf(row, body, after ?? row) }
      : kind === 'added' && id !== undefined
        ? { resource, action: 'delete', id }
        : null;
  note({ kind, subject, detail: '' }, back && (async () => (await write(back)).refusal));
}

interface DeletionProps {
  readonly resource: string;
  readonly row: Row;
  readonly onRefused: (refusal: Refusal | null) => void;
  readonly onDone: () => void;
}

/** The button that removes a row, and the question before it: a removed row cannot be brought back. */
export function Deletion({ resource, row, onRefused, onDone }: DeletionProps) {
  const [isAsking, setAsking] = useState(false);
  const { send, close } = useSend(onDone);
  const w = words.value.general;
  const remove = async (): Promise<void> => {
    setAsking(false);
    const pair = kinds[resource]?.pair;
    const key =
      pair === undefined
        ? { id: row['id'] as number }
        : { query: Object.fromEntries(pair.map((name) => [name, row[name] as number])) };
    const refusal = await send(write({ resource, action: 'delete', ...key }), () => {
      note({ kind: 'removed', subject: nameOf(resource, row), detail: '' }, null);
      close();
    });
    onRefused(refusal);
  };
  return (
    <>
      <Button look="danger" class="push" icon="trash-2" onClick={() => setAsking(true)}>
        {w.delete}
      </Button>
      {isAsking && (
        <Dialog title={w.delete} closeLabel={w.close} onClose={() => setAsking(false)}>
          <p>{fieldWords.value.reallyDelete(nameOf(resource, row))}</p>
          <div class="actions">
            <Button look="danger" onClick={() => void remove()}>
              {w.delete}
            </Button>
            <Button onClick={() => setAsking(false)}>{w.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
