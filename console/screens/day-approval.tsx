// Who approved a day for the company, and the way to reopen it: its reason is asked for and kept.
import { useState } from 'preact/hooks';
import type { AccountDay } from '../domain/rows.ts';
import { Button } from '../parts/button.tsx';
import { Field, Problem } from '../parts/field.tsx';
import { Form, Submit } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { refusalText } from '../refusal-text.ts';
import { reopenDay } from '../store/account.ts';
import type { Refusal } from '../store/http.ts';
import { who } from '../store/session.ts';
import { stored } from '../store/tables.ts';
import { monthWords } from '../words/month-words.ts';
import { useSend } from './use-send.ts';
import { mayDo } from './visible-screens.ts';

interface ApprovalProps {
  readonly row: AccountDay;
  readonly onReopened: () => void;
}

/** Shows the approval of an approved day. */
export function DayApproval({ row, onReopened }: ApprovalProps) {
  const [reason, setReason] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { post, close } = useSend(onReopened);
  if (row.approved_by_admin !== 1) return null;
  const w = monthWords.value;
  const self = who.value;
  const approver = stored('users').value.get(row.approved_by_admin_id ?? 0)?.fullname;
  // Administrators take every approval back, others those that they gave.
  const mayReopen =
    mayDo('create', 'permissions') || row.approved_by_admin_id === (self?.actor_id ?? self?.user_id);
  const reopen = async (): Promise<void> => {
    const text = (reason ?? '').trim();
    setIsMissing(text === '');
    if (text === '') return;
    setRefusal(await post(reopenDay(row, text), close));
  };
  return (
    <section class="approval">
      <span class="chip">
        <Icon name="lock" size={12} />
        {approver === undefined ? w.approved : w.approvedBy(approver)}
      </span>
      {mayReopen && reason === null && <Button onClick={() => setReason('')}>{w.reopen}</Button>}
      {reason !== null && (
        <Form onSend={reopen}>
          <Field name={w.reason} error={isMissing ? w.reasonMissing : null}>
            {(control) => (
              <input
                {...control}
                value={reason}
                maxLength={4000}
                onInput={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
          {refusal !== null && <Problem text={refusalText(refusal)} />}
          <Submit>{w.reopen}</Submit>
        </Form>
      )}
    </section>
  );
}
