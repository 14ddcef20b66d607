// Messages: what others have written to the person, to a department or to all, and what the person writes.
import { useState } from 'preact/hooks';
import type { Id } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import type { Choice } from '../parts/form-field.tsx';
import { SelectField } from '../parts/inputs.tsx';
import { refusalText } from '../refusal-text.ts';
import type { Refusal } from '../store/http.ts';
import { write } from '../store/master.ts';
import { reading } from '../store/readings.ts';
import { who } from '../store/session.ts';
import { ownTime, stored } from '../store/tables.ts';
import { momentText } from '../words/dates.ts';
import { messageWords } from '../words/message-words.ts';
import { language, words } from '../words/words.ts';
import { finish } from './inbox-notices.tsx';
import { notices } from './inbox-rows.ts';
import { Empty } from './screen-parts.tsx';
import { useReading } from './use-reading.ts';
import { useSend } from './use-send.ts';

interface Message {
  readonly id: Id;
  readonly sender_id: Id;
  readonly message: string;
  readonly receiver_type: 'ALL' | 'USER' | 'DEPARTMENT';
  readonly receiver_id: Id | null;
  readonly timestamp: string;
}

const messages = reading<Message>('messages');
/** A notice of this type names a message. */
const received = 12;

/** The screen. */
export function Messages() {
  useReading(messages, 'messages', () => ({}));
  const w = messageWords[language.value];
  const rows = [...(messages.rows.value ?? [])].sort(
    (a, b) => b.timestamp.localeCompare(a.timestamp) || b.id - a.id,
  );
  const refusal = messages.refusal.value;
  return (
    <div class="inbox messages">
      <h1>{words.value.screens.messages}</h1>
      <NewMessage />
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      {messages.rows.value !== null && rows.length === 0 && <Empty said={w.empty} hint={w.emptyHint} />}
      <ol class="message-list" aria-label={words.value.screens.messages}>
        {rows.map((row) => (
          <Letter key={row.id} row={row} />
        ))}
      </ol>
    </div>
  );
}

function Letter({ row }: { readonly row: Message }) {
  const w = messageWords[language.value];
  const notice = notices.value.find((one) => one.notification_type === received && one.assoc_id === row.id);
  return (
    <li data-message={row.id} class={notice === undefined ? '' : 'unread'}>
      <p class="message-head">
        <strong>{row.sender_id === who.value?.user_id ? w.me : personName(row.sender_id)}</strong>{' '}
        <span class="muted">{receiverOf(row)}</span>
        <span class="muted moment">{momentText(ownTime(row.timestamp))}</span>
      </p>
      <p class="message-text">{row.message}</p>
      {notice !== undefined && (
        <Button look="small" icon="check" onClick={() => void finish([notice])}>
          {w.read}
        </Button>
      )}
    </li>
  );
}

function receiverOf({ receiver_type: type, receiver_id: id }: Message): string {
  const { to } = messageWords[language.value];
  if (type === 'ALL') return to.all;
  if (type === 'USER') return id === who.value?.user_id ? to.me : to.name(personName(id));
  return to.name(stored('departments').value.get(id ?? 0)?.department_name ?? '–');
}

function personName(id: Id | null): string {
  return stored('users').value.get(id ?? 0)?.fullname ?? '–';
}

/** People, then departments, each by name, then all. Who it is for is chosen: nothing goes to a person by mistake. */
function receivers(): readonly Choice[] {
  const byText = (a: Choice, b: Choice): number => a.text.localeCompare(b.text);
  const departments = [...stored('departments').value.values()].map((row): Choice => ({
    value: `DEPARTMENT ${row.id}`,
    text: row.department_name,
  }));
  const people = [...stored('users').value.values()]
    .filter(({ id, active }) => active !== 0 && id !== who.value?.user_id)
    .map((row): Choice => ({ value: `USER ${row.id}`, text: row.fullname }));
  const all = { value: 'ALL', text: messageWords[language.value].all };
  return [{ value: '', text: '–' }, ...people.sort(byText), ...departments.sort(byText), all];
}

function NewMessage() {
  const [to, setTo] = useState('');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [once, setOnce] = useState(() => crypto.randomUUID());
  const w = messageWords[language.value];
  const { send } = useSend(() => undefined);
  const submit = async (): Promise<void> => {
    const isLacking = text.trim() === '' || to === '';
    setMissing(isLacking);
    if (isLacking) return;
    const [receiver_type, id] = to.split(' ');
    const body = {
      message: text.trim(),
      receiver_type,
      ...(id === undefined ? {} : { receiver_id: Number(id) }),
    };
    const written = write({ resource: 'messages', action: 'create', once, body });
    const done = (): void => {
      setText('');
      setOnce(crypto.randomUUID());
    };
    const why = await send(written, done);
    // What was sent with the key before has arrived, and another text is another message.
    const isOther = why?.code === 'key_reused';
    if (isOther) setOnce(crypto.randomUUID());
    setRefusal(isOther ? { ...why, field: 'message' } : why);
    await messages.refresh();
  };
  return (
    <Form class="new-message no-print" onSend={submit} isChanged={text.trim() !== ''}>
      <SelectField
        name={w.receiver}
        value={to}
        options={receivers()}
        error={isMissing && to === '' ? w.choose : null}
        onPick={setTo}
      />
      <Field name={w.text} error={isMissing && text.trim() === '' ? w.missing : null}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      <Submit>{w.send}</Submit>
    </Form>
  );
}
