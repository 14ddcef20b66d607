// One person on one page: master data, schedule with its history, roles, grants, and what the person may do and why.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Row } from '../domain/form.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { refusalText } from '../refusal-text.ts';
import { addressOf, go } from '../router.ts';
import type { Refusal } from '../store/http.ts';
import { choicesOf, loadChoices, write, type Written } from '../store/master.ts';
import { reading } from '../store/readings.ts';
import { who } from '../store/session.ts';
import { note } from '../store/undo.ts';
import { fieldWords } from '../words/field-words.ts';
import { amount, dateMedium } from '../words/dates.ts';
import { words } from '../words/words.ts';
import { Described } from './described.tsx';
import { shownText } from './kinds.ts';
import { LoginLink } from './login-link.tsx';
import { RightsOf } from './person-rights.tsx';
import { RowForm } from './row-form.tsx';
import { ChildList, useRow } from './row-page.tsx';
import { PrintButton } from './screen-parts.tsx';
import { useReading } from './use-reading.ts';
import { mayDo } from './visible-screens.ts';

/** Draws the page. */
export function PersonPage({ id }: { readonly id: number }) {
  const { row, problem } = useRow('users', id);
  const w = fieldWords.value;
  if (problem !== null || row === null)
    return (
      <>
        <h1>{words.value.screens.people}</h1>
        {problem !== null && <Problem text={problem} />}
      </>
    );
  const chips = (['internal_user_group', 'hr_manager', 'active'] as const).filter(
    (name) => row[name] === (name === 'active' ? 0 : 1),
  );
  return (
    <>
      <div class="screen-head">
        <h1>{String(row['fullname'])}</h1>
        {chips.map((name) => (
          <span key={name} class={`chip ${name === 'active' ? 'break' : 'work'}`}>
            {w.chips[name]}
          </span>
        ))}
        <div class="actions push no-print">
          {mayDo('sendWelcomeEmail', 'users') && <Invitation row={row} />}
          {mayDo('create', 'permissions') && who.value?.actor_id === null && who.value.user_id !== id && (
            <LoginLink row={row} />
          )}
          <PrintButton />
        </div>
      </div>
      <Described>
        {() => (
          <RowForm
            {...{ resource: 'users', action: 'update', row }}
            writable={mayDo('update', 'users') ? (who.value?.fields_of_people ?? []) : []}
            canDelete={mayDo('delete', 'users')}
            onDone={(left) => left === null && go(addressOf('people'), 'replace')}
          />
        )}
      </Described>
      <Described>
        {() =>
          mayDo('create', 'employments') &&
          who.value?.user_id !== id && (
            <ChildList
              resource="employments"
              fixed={{ user_id: id }}
              can={(verb) => mayDo(verb, 'employments')}
            />
          )
        }
      </Described>
      <Schedules id={id} />
      <Roles row={row} />
      <Described>
        {() =>
          mayDo('create', 'permissions') && (
            <>
              <ChildList resource="permissions" fixed={{ user_id: id }} can={() => true} />
              <RightsOf row={row} />
            </>
          )
        }
      </Described>
    </>
  );
}

/** Mails a link with which the person chooses the first password. */
function Invitation({ row }: { readonly row: Row }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const mail = async (): Promise<void> => {
    const done = await write({ resource: 'users', action: 'sendWelcomeEmail', id: row['id'] as number });
    setRefusal(done.refusal);
    if (done.refusal === null) note({ kind: 'invited', subject: String(row['fullname']), detail: '' }, null);
  };
  return (
    <>
      <Button icon="message-square" onClick={() => void mail()}>
        {fieldWords.value.invite}
      </Button>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
    </>
  );
}

/** Which schedule holds from when. */
function Schedules({ id }: { readonly id: number }) {
  const of = useMemo(() => reading<Row>('schedules'), []);
  useReading(of, 'userTemplateHistory', () => ({ user_id: id }));
  useEffect(() => void loadChoices(['workSchedules']), []);
  const w = fieldWords.value;
  const rows = [...(of.rows.value ?? [])].sort((a, b) =>
    String(b['valid_from'] ?? '').localeCompare(String(a['valid_from'] ?? '')),
  );
  if (rows.length === 0) return null;
  const nameOf = (row: Row): unknown =>
    choicesOf('workSchedules').find((one) => one['id'] === row['template_id'])?.['name'] ?? '';
  return (
    <section>
      <h2>{w.schedules}</h2>
      <ul class="history">
        {rows.map((row) => (
          <li key={row['id'] as number}>
            <span>
              {row['valid_from'] == null ? w.sinceEver : w.from(dateMedium(String(row['valid_from'])))}
            </span>
            <strong>{String(nameOf(row))}</strong>
            {row['template_hours'] != null && (
              <span class="muted">{w.aWeek(amount(Number(row['template_hours'])))}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The roles of the person: a tick sets the whole list. */
function Roles({ row }: { readonly row: Row }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // The list that was asked for last: the next tick builds on it, and the row tells of it later.
  const [asked, setAsked] = useState<string | null>(null);
  const last = useRef<Promise<Written> | null>(null);
  const stored = String(row['user_role_ids'] ?? '');
  useEffect(() => void loadChoices(['userRoles']), []);
  useEffect(() => {
    if (last.current === null) setAsked(null);
  }, [stored]);
  const before = asked ?? stored;
  const held = before.split(',').filter(Boolean);
  const w = fieldWords.value;
  const set = async (ids: string): Promise<Refusal | null> => {
    setAsked(ids);
    const body = { user_id: row['id'], user_role_ids: ids };
    // One after the other: the server keeps the list that comes last.
    const mine = Promise.resolve(last.current).then(() =>
      write({ resource: 'userRoles', action: 'set', body }),
    );
    last.current = mine;
    const done = await mine;
    if (last.current === mine) {
      last.current = null;
      if (done.refusal !== null) setAsked(null);
    }
    return done.refusal;
  };
  const turn = async (id: string, isHeld: boolean): Promise<void> => {
    const why = await set((isHeld ? [...held, id] : held.filter((one) => one !== id)).join());
    setRefusal(why);
    if (why === null) note({ kind: 'saved', subject: w.roles, detail: '' }, () => set(before));
  };
  const isOpen = mayDo('set', 'userRoles');
  const roles = choicesOf('userRoles').filter(({ id }) => isOpen || held.includes(String(id)));
  if (roles.length === 0) return null;
  return (
    <section>
      <h2>{w.roles}</h2>
      {refusal !== null && <Problem text={refusalText(refusal)} />}
      <div class="roles">
        {roles.map((role) => (
          <label key={role['id'] as number} class="tick">
            <input
              type="checkbox"
              disabled={!isOpen}
              checked={held.includes(String(role['id']))}
              onChange={(event) => void turn(String(role['id']), event.currentTarget.checked)}
            />
            {shownText('userRoles', 'name', role)}
          </label>
        ))}
      </div>
    </section>
  );
}
