// Views of reports that a person keeps by name: one preference each, on every device.
import { useMemo, useState } from 'preact/hooks';
import type { Row } from '../domain/form.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { SelectField, TextField } from '../parts/inputs.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf, go } from '../router.ts';
import type { Refusal } from '../store/http.ts';
import { write } from '../store/master.ts';
import { reading } from '../store/readings.ts';
import { who } from '../store/session.ts';
import { note, tell } from '../store/undo.ts';
import { reportWords } from '../words/report-words.ts';
import { words } from '../words/words.ts';
import { useReading } from './use-reading.ts';
import { useSend, type Answered } from './use-send.ts';

const prefix = 'console.report.';

/** Draws the choice of a view. `query` is what the address of the present one asks for. */
export function ReportViews({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const of = useMemo(() => reading<Row>('views'), []);
  const [isKeeping, setKeeping] = useState(false);
  useReading(of, 'userPreferences', () => ({ user_id: who.value?.user_id ?? 0 }));
  const w = reportWords.value;
  const present = new URLSearchParams(query).toString();
  const views = (of.rows.value ?? [])
    .filter((row) => String(row['name']).startsWith(prefix))
    .map((row) => ({ value: String(row['value']), text: String(row['name']).slice(prefix.length) }))
    .sort((a, b) => a.text.localeCompare(b.text));
  const chosen = views.find((view) => view.value === present);
  const valueOf = (text: string): string | undefined => views.find((view) => view.text === text)?.value;
  const keep = async (text: string, value: string): Promise<Answered> => {
    const body = { name: prefix + text, value };
    const done = await write({ resource: 'userPreferences', action: 'set', body });
    await of.refresh();
    return done;
  };
  const remove = async (text: string): Promise<void> => {
    const undo = async () => (await keep(text, present)).refusal;
    tell({ ...(await keep(text, '')), undo }, { kind: 'removed', subject: text, detail: '' });
  };
  return (
    <div class="report-views no-print">
      {views.length > 0 && (
        <SelectField
          name={w.view}
          value={chosen?.value ?? ''}
          options={[{ value: '', text: w.unnamed }, ...views]}
          onPick={(value) => value !== '' && go(addressOf('reports', '', queryOf(value)))}
        />
      )}
      {chosen === undefined ? (
        <Button icon="plus" onClick={() => setKeeping(true)}>
          {w.keep}
        </Button>
      ) : (
        <IconButton icon="trash-2" label={w.forget(chosen.text)} onClick={() => void remove(chosen.text)} />
      )}
      {isKeeping && <KeepView {...{ keep, valueOf, present }} onClose={() => setKeeping(false)} />}
    </div>
  );
}

interface KeepProps {
  readonly keep: (name: string, value: string) => Promise<Answered>;
  /** The view that has this name already. */
  readonly valueOf: (name: string) => string | undefined;
  readonly present: string;
  readonly onClose: () => void;
}

function KeepView({ keep, valueOf, present, onClose }: KeepProps) {
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { send, close } = useSend(onClose);
  const w = reportWords.value;
  const isTaken = valueOf(name.trim()) !== undefined;
  const save = async (): Promise<void> => {
    const text = name.trim();
    if (text === '') return;
    const former = valueOf(text) ?? '';
    const why = await send(keep(text, present), () => {
      note({ kind: 'saved', subject: text, detail: '' }, async () => (await keep(text, former)).refusal);
      close();
    });
    setRefusal(why);
  };
  return (
    <Dialog title={w.keep} closeLabel={words.value.general.close} onClose={onClose}>
      <Form onSend={save}>
        {refusal !== null && <Problem text={refusalText(refusal)} />}
        <TextField
          name={w.viewName}
          hint={isTaken ? w.viewTaken : w.viewHint}
          value={name}
          onText={setName}
        />
        <div class="actions">
          <Submit>{isTaken ? w.replaceView : words.value.general.save}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

function queryOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text));
}
