// The person chooses another password: when they like, or because they have to.
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { refusalText } from '../refusal-text.ts';
import { changePassword, who } from '../store/session.ts';
import { note } from '../store/undo.ts';
import { words } from '../words/words.ts';

const fields = ['old_password', 'password', 'again'] as const;
type FieldName = (typeof fields)[number];
type Errors = Readonly<Partial<Record<FieldName | 'form', string>>>;

/** The form. It cannot be closed while the person has to choose. */
export function OwnPassword({ onClose }: { readonly onClose: () => void }) {
  const [errors, setErrors] = useState<Errors>({});
  const w = words.value;
  const hasTo = who.value?.renew_password === 1;
  const save = async (read: (name: string) => string): Promise<void> => {
    const [old_password = '', password = '', again = ''] = fields.map(read);
    const typed = { old_password, password, again };
    const found = faultsOf(typed) ?? (await send(typed));
    if (found === null) {
      note({ kind: 'saved', subject: w.login.password, detail: '' }, null);
      return onClose();
    }
    setErrors(found);
  };
  return (
    <Dialog title={w.menu.password} closeLabel={w.general.close} onClose={onClose} isFirm={hasTo}>
      <Form onSend={save}>
        {hasTo && <p>{w.menu.passwordNeeded}</p>}
        <input name="username" autocomplete="username" value={who.value?.username} readOnly hidden />
        {errors.form !== undefined && <Problem text={errors.form} />}
        {fields.map((name) => (
          <Field key={name} name={w.menu.passwords[name]} error={errors[name]}>
            {(control) => (
              <input
                {...control}
                name={name}
                type="password"
                autocomplete={name === 'old_password' ? 'current-password' : 'new-password'}
              />
            )}
          </Field>
        ))}
        <div class="actions">
          <Submit>{w.general.save}</Submit>
          {!hasTo && (
            <Button look="plain" onClick={onClose}>
              {w.general.cancel}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

function faultsOf(typed: Readonly<Record<FieldName, string>>): Errors | null {
  const missing = fields.filter((name) => typed[name] === '');
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, words.value.login.missing]));
  return typed.password === typed.again ? null : { again: words.value.menu.passwordDiffers };
}

async function send({ old_password, password }: Readonly<Record<FieldName, string>>): Promise<Errors | null> {
  const refusal = await changePassword(old_password, password);
  if (refusal === null) return null;
  const place = fields.find((name) => name === refusal.field) ?? 'form';
  return { [place]: refusalText(refusal) };
}
