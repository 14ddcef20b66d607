// A link by which an administrator logs in as a person, shown this once in a dialog.
import { useRef, useState } from 'preact/hooks';
import type { Row } from '../domain/form.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { refusalText } from '../refusal-text.ts';
import { write, type Written } from '../store/master.ts';
import { fieldWords } from '../words/field-words.ts';
import { words } from '../words/words.ts';

/** The button, and the dialog that it opens. */
export function LoginLink({ row }: { readonly row: Row }) {
  const [answer, setAnswer] = useState<Written | null>(null);
  const [isCopied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const w = fieldWords.value.loginLink;
  const make = async (): Promise<void> => {
    setCopied(false);
    setAnswer(await write({ resource: 'users', action: 'createLoginLink', id: row['id'] as number }));
  };
  // Without the right to the clipboard the link is marked, for the keys of the browser.
  const copy = (): void => {
    input.current?.select();
    void navigator.clipboard?.writeText(input.current?.value ?? '').then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <>
      <Button icon="eye" onClick={() => void make()}>
        {w.button}
      </Button>
      {answer !== null && (
        <Dialog title={w.button} closeLabel={words.value.general.close} onClose={() => setAnswer(null)}>
          {answer.refusal !== null && <Problem text={refusalText(answer.refusal)} />}
          {answer.row !== null && (
            <>
              <p>{w.text(String(row['fullname']), Math.round(Number(answer.row['expires_in']) / 60))}</p>
              <Field name={w.field} hint={w.hint}>
                {(control) => (
                  <input
                    {...control}
                    ref={input}
                    class="input"
                    readOnly
                    value={new URL(String(answer.row?.['url']), location.href).href}
                    onFocus={(event) => event.currentTarget.select()}
                  />
                )}
              </Field>
              <div class="actions">
                <Button look="primary" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
                  {isCopied ? w.copied : w.copy}
                </Button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
