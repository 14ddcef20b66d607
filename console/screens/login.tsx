// The way in: account, username, password. Also shown over the screen when a login has ended.
import { useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/button.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { refusalText } from '../refusal-text.ts';
import { go, route } from '../router.ts';
import type { Refusal } from '../store/http.ts';
import { isShared, setShared } from '../store/memory.ts';
import { forgotPassword, login, readSession, who } from '../store/session.ts';
import { recentAccounts } from '../store/settings.ts';
import { words } from '../words/words.ts';

type Errors = Readonly<Partial<Record<'account' | 'username' | 'password' | 'form', string>>>;

/** The page, or the inside of a dialog when the login has ended. */
export function Login({ account, isAgain }: { readonly account: string | null; readonly isAgain?: boolean }) {
  const [isForgotten, setForgotten] = useState(false);
  const inside =
    account === null ? (
      <ChooseAccount />
    ) : isForgotten ? (
      <Forgotten account={account} onBack={() => setForgotten(false)} />
    ) : (
      <Credentials account={account} isAgain={isAgain === true} onForgotten={() => setForgotten(true)} />
    );
  if (isAgain === true) return inside;
  return (
    <main class="login">
      <div class="login-card">
        <p class="brand">Hourbook</p>
        {!isSecureContext && <Problem text={words.value.login.insecure} />}
        {inside}
      </div>
    </main>
  );
}

function ChooseAccount() {
  const w = words.value.login;
  const [error, setError] = useState<string | null>(null);
  const enter = async (typed: (name: string) => string): Promise<void> => {
    const name = typed('account').trim().toLowerCase().replace(/^@/, '');
    const refusal = name === '' ? null : await readSession(name);
    if (name !== '' && refusal === null) return go(`/@${name}/${route.value.screen}`);
    setError(
      refusal === null ? w.missing : refusal.kind === 'refused' ? w.unknownAccount : refusalText(refusal),
    );
  };
  return (
    <Form onSend={enter} isChanged={false}>
      <h1>{w.title}</h1>
      <Field name={w.account} hint={w.accountHint} error={error}>
        {(control) => (
          <input
            {...control}
            name="account"
            autocomplete="organization"
            autocapitalize="none"
            spellcheck={false}
          />
        )}
      </Field>
      <Submit>{words.value.general.next}</Submit>
      {recentAccounts().length > 0 && (
        <nav class="recent-accounts" aria-label={w.recent}>
          {recentAccounts().map((name) => (
            <a class="button plain" key={name} href={`/@${name}/`}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </Form>
  );
}

interface CredentialsProps {
  readonly account: string;
  readonly isAgain: boolean;
  readonly onForgotten: () => void;
}

function Credentials({ account, isAgain, onForgotten }: CredentialsProps) {
  const w = words.value.login;
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  const shared = useRef<HTMLInputElement>(null);
  const typedPassword = useRef('');
  const remembered = {
    name: 'password',
    autocomplete: 'current-password' as const,
    defaultValue: typedPassword.current,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => {
      typedPassword.current = event.currentTarget.value;
    },
  };
  const submit = async (typed: (name: string) => string): Promise<void> => {
    const [username, password] = [typed('username').trim(), typed('password')];
    const missing = {
      ...(username === '' ? { username: w.missing } : {}),
      ...(password === '' ? { password: w.missing } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    setShared(shared.current?.checked === true);
    const refusal = await login(account, username, password);
    setBusy(false);
    if (refusal !== null) setErrors(errorsOf(refusal));
  };
  return (
    <Form onSend={submit} isChanged={false}>
      {isAgain ? <p>{words.value.status.ended}</p> : <h1>{w.title}</h1>}
      {!isAgain && (
        <p class="login-account">
          <strong>{account}</strong>
          <a href="/">{w.other}</a>
        </p>
      )}
      {errors.form !== undefined && <Problem text={errors.form} />}
      <Field name={w.username} error={errors.username}>
        {(control) => (
          <input
            {...control}
            name="username"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            defaultValue={isAgain ? (who.value?.username ?? '') : ''}
          />
        )}
      </Field>
      <Field name={w.password} error={errors.password}>
        {(control) => (
          <div class="password">
            {isShown ? (
              <input {...control} {...remembered} type="text" spellcheck={false} autocapitalize="none" />
            ) : (
              <input {...control} {...remembered} type="password" />
            )}
            <IconButton
              icon={isShown ? 'eye-off' : 'eye'}
              label={isShown ? w.hide : w.show}
              onClick={() => setShown(!isShown)}
            />
          </div>
        )}
      </Field>
      <div class="field">
        <label class="tick">
          <input type="checkbox" ref={shared} defaultChecked={isShared()} aria-describedby="shared-hint" />
          <span>{w.shared}</span>
        </label>
        <span class="hint" id="shared-hint">
          {w.sharedHint}
        </span>
      </div>
      <Submit>{busy ? w.busy : w.submit}</Submit>
      <Button look="plain" onClick={onForgotten}>
        {w.forgot}
      </Button>
    </Form>
  );
}

function errorsOf(refusal: Refusal): Errors {
  const w = words.value.login;
  if (refusal.code === 'login_failed') return { password: w.failed };
  if (refusal.code === 'unknown_address') return { form: w.unknownAccount };
  if (refusal.code === 'too_many_attempts') {
    const seconds = Number(refusal.data['retry_after'] ?? 60);
    return { form: w.tooMany(Math.max(1, Math.ceil(seconds / 60))) };
  }
  const place = (['username', 'password'] as const).find((name) => name === refusal.field) ?? 'form';
  return { [place]: refusalText(refusal) };
}

function Forgotten({ account, onBack }: { readonly account: string; readonly onBack: () => void }) {
  const w = words.value.login;
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (typed: (name: string) => string): Promise<void> => {
    const username = typed('username').trim();
    const refusal = username === '' ? null : await forgotPassword(account, username);
    if (username !== '' && refusal === null) setDone(true);
    else setError(refusal === null ? w.missing : refusalText(refusal));
  };
  return (
    <Form onSend={submit} isChanged={false}>
      <h1>{w.forgotTitle}</h1>
      <p role="status">{isDone ? w.forgotDone : w.forgotText}</p>
      {!isDone && (
        <>
          <Field name={w.username} error={error}>
            {(control) => (
              <input {...control} name="username" autocomplete="username" autocapitalize="none" />
            )}
          </Field>
          <Submit>{w.forgotSubmit}</Submit>
        </>
      )}
      <Button look="plain" onClick={onBack}>
        {w.back}
      </Button>
    </Form>
  );
}
