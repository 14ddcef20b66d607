// The account's settings, by group. Each is saved when its field is left; what it may be is what the server says of it.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { FormField, Row } from '../domain/form.ts';
import { numberIn, numberText } from '../domain/number.ts';
import { Problem } from '../parts/field.tsx';
import { useUnsaved } from '../parts/form.tsx';
import { FormControl } from '../parts/form-field.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf } from '../router.ts';
import type { Refusal } from '../store/http.ts';
import { write } from '../store/master.ts';
import { reading } from '../store/readings.ts';
import { note } from '../store/undo.ts';
import { settingWords } from '../words/setting-words.ts';
import { language } from '../words/words.ts';
import { PrintButton } from './screen-parts.tsx';
import { useReading } from './use-reading.ts';
import { useSend } from './use-send.ts';

const settings = reading<Row>('settings');

/** The list of settings. */
export function Settings({ title }: { readonly title: ComponentChildren }) {
  useReading(settings, 'generalSettings', () => ({ _order_by: 'sort_order' }));
  const rows = settings.rows.value ?? [];
  const groups = [...new Set(rows.map((row) => String(row['group_const'])))];
  const refusal = settings.refusal.value;
  return (
    <>
      <div class="screen-head">
        {title}
        <PrintButton look="push" />
      </div>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {groups.map((group) => (
        <section key={group} class="setting-group">
          <h2>{settingWords[language.value].groups[group] ?? group}</h2>
          {[false, true].map((isTick) => (
            <div key={isTick} class={`form-grid ${isTick ? 'ticks' : ''}`}>
              {rows
                .filter((row) => row['group_const'] === group && (row['datatype'] === 'boolean') === isTick)
                .map((row) => (
                  <Setting key={row['id'] as number} row={row} />
                ))}
            </div>
          ))}
        </section>
      ))}
    </>
  );
}

const kindOf = { combo: 'choice', number: 'number', boolean: 'flag' } as const;

function Setting({ row }: { readonly row: Row }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isNumber = row['datatype'] === 'number';
  const before = String(row['setting_value'] ?? '');
  const stored = isNumber ? numberText(before, language.value) : before;
  const type = String(row['setting_type']);
  const w = settingWords[language.value];
  const label = w.names[type] ?? String(row['text']);
  const isSaving = useRef(false);
  const { send } = useSend(() => undefined, [label, addressOf('data', 'generalSettings')]);
  useUnsaved(() => !isSaving.current && typed !== null && typed !== stored);
  const set = (setting_value: string) =>
    write({
      resource: 'generalSettings',
      action: 'update',
      id: row['id'] as number,
      body: { setting_value },
    });
  const save = async (text: string): Promise<void> => {
    if (text === stored) return setRefusal(null);
    isSaving.current = true;
    let isSaved = false;
    const wanted = isNumber ? String(numberIn(text, language.value) ?? text) : text;
    setRefusal(await send(set(wanted), () => void (isSaved = true)));
    isSaving.current = false;
    if (!isSaved) return;
    await settings.refresh();
    setTyped(null);
    note({ kind: 'saved', subject: label, detail: '' }, async () => (await set(before)).refusal);
  };
  const field: FormField = {
    name: type,
    title: '',
    kind: kindOf[row['datatype'] as keyof typeof kindOf] ?? 'text',
    isRequired: row['datatype'] === 'combo',
    choices: [],
    target: null,
    start: '',
    limits: {},
  };
  const values = String(row['allowable_values'] ?? '').split(',');
  const range =
    row['value_range'] == null ? '' : ` ${String(row['value_range']).replace(/(?<=\d)-/, ' – ')}.`;
  const hint = (language.value === 'de' ? (w.hints[type] ?? '') : String(row['description'] ?? '')) + range;
  if (row['updatable'] === 0 || row['is_updatable_by_customer'] === 0)
    return (
      <div class="field">
        <span class="name">{label}</span>
        <span>{stored}</span>
      </div>
    );
  return (
    <FormControl
      {...{ field, label, hint: hint.trim() }}
      value={typed ?? stored}
      error={refusal === null ? null : refusalText(refusal)}
      choices={values.map((value) => ({
        value,
        text: w.values[`${type}.${value}`] ?? w.values[value] ?? value,
      }))}
      onInput={setTyped}
      onCommit={(text) => void save(text)}
    />
  );
}
