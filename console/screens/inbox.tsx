// The inbox: requests with their consequence, decided with one key, taken back within ten seconds.
import { computed } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../parts/keys.ts';
import { Button } from '../parts/button.tsx';
import { useUnsaved } from '../parts/form.tsx';
import { deciding, decidedKeys, decide, heldFor, type Decision } from '../store/decisions.ts';
import { withdraw } from '../store/outbox.ts';
import { noticeWords } from '../words/notice-words.ts';
import { language, words } from '../words/words.ts';
import { followInboxRights, inboxFacts, openOfOthers } from './absence-rights.ts';
import { Notices } from './inbox-notices.tsx';
import { ownRequests, requests, type Request } from './inbox-rows.ts';
import { commentNeeded, OwnRequest, personName, RequestCard } from './inbox-card.tsx';
import { Empty } from './screen-parts.tsx';
import { useReading } from './use-reading.ts';

type Held = (typeof deciding.value)[number];

const open = computed(() => requests.value.filter((request) => !decidedKeys.value.has(request.key)));

/** The screen. */
export function Inbox() {
  const [at, setAt] = useState(0);
  const isMoved = useRef(false);
  const [comments, setComments] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<string | null>(null);
  useUnsaved(() => open.value.some(({ key }) => (comments[key] ?? '').trim() !== ''));
  useEffect(followInboxRights, []);
  useReading(inboxFacts, '', () => null);
  const isTold = openOfOthers.value.length === 0 || inboxFacts.rows.value !== null;
  const w = words.value.inbox;
  const index = Math.min(at, Math.max(0, open.value.length - 1));
  const current = open.value[index];
  const act = (request: Request, verdict: Decision['verdict']): void => {
    const comment = (comments[request.key] ?? '').trim();
    if (verdict === 'reject' && comment === '' && commentNeeded(request)) return setMissing(request.key);
    setMissing(null);
    const resource = request.kind === 'absence' ? 'absences' : 'changeTimeTrackingRequests';
    void decide({ key: request.key, resource, id: request.row.id, verdict, comment });
    isMoved.current = true;
  };
  const step = (by: number): void => {
    const next = Math.max(0, Math.min(open.value.length - 1, index + by));
    setAt(next);
    document.querySelector<HTMLElement>(`[data-request="${open.value[next]?.key ?? ''}"]`)?.focus();
  };
  const takeBack = ({ key, comment }: Held): void => {
    // The screen in which it was typed may have been left meanwhile.
    setComments({ ...comments, [key]: comment });
    withdraw(key);
    isMoved.current = true;
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    a: () => current !== undefined && act(current, 'approve'),
    r: () => current !== undefined && act(current, 'reject'),
    u: () => {
      const last = deciding.value.at(-1);
      if (last !== undefined) takeBack(last);
    },
  });
  // What is decided leaves the list: the next request has the focus then, or the button that takes the last decision back.
  useLayoutEffect(() => {
    if (!isMoved.current || document.activeElement !== document.body) return;
    isMoved.current = false;
    const next =
      document.querySelector<HTMLElement>('.request.current') ??
      document.querySelector<HTMLElement>('.held button, .own-requests button');
    next?.focus();
  });
  return (
    <div class="inbox">
      <div class="screen-head">
        <h1>{words.value.screens.inbox}</h1>
        {open.value.length > 0 && <span class="muted">{w.count(open.value.length)}</span>}
      </div>
      <HeldLines onTakeBack={takeBack} />
      {open.value.length === 0 ? (
        isTold && <Empty said={w.empty} hint={w.emptyHint} />
      ) : (
        <ol class="requests" aria-label={w.list}>
          {open.value.map((request, place) => (
            <li key={request.key}>
              <RequestCard
                request={request}
                isCurrent={place === index}
                comment={comments[request.key] ?? ''}
                isMissing={missing === request.key}
                onComment={(comment) => setComments({ ...comments, [request.key]: comment })}
                onFocus={() => setAt(place)}
                onDecide={(verdict) => act(request, verdict)}
              />
            </li>
          ))}
        </ol>
      )}
      {ownRequests.value.length > 0 && (
        <section class="own-requests">
          <h2>{noticeWords[language.value].own}</h2>
          <ul class="requests" onClick={() => (isMoved.current = true)}>
            {ownRequests.value.map((row) => (
              <OwnRequest key={row.id} row={row} />
            ))}
          </ul>
        </section>
      )}
      <Notices />
    </div>
  );
}

/** Decisions that are about to be sent. */
function HeldLines({ onTakeBack }: { readonly onTakeBack: (decision: Held) => void }) {
  const w = words.value;
  return (
    <div role="status" class="held">
      {deciding.value.map((decision) => {
        const request = requests.value.find((one) => one.key === decision.key);
        const name = request === undefined ? '' : personName(request);
        const text = decision.verdict === 'approve' ? w.inbox.approving(name) : w.inbox.rejecting(name);
        return (
          <p key={decision.key} class="held-line">
            <span>{text}</span>
            <span class="muted">{w.inbox.soon(heldFor / 1000)}</span>
            <Button icon="undo-2" onClick={() => onTakeBack(decision)}>
              {w.general.undo}
            </Button>
          </p>
        );
      })}
    </div>
  );
}
