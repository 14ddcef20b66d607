// Who is logged in, to which account. The login itself is a cookie that no script can read.
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import { deviceZone } from '../domain/zones.ts';
import { rowsOf, send, sendFor, type Envelope, type Refusal } from './http.ts';
import { memorizeLogin } from './memory.ts';

/** How far a right reaches. */
export type Reach = 'none' | 'own' | 'some' | 'all';

/** The person who is logged in. */
export interface Who {
  readonly user_id: number;
  /** The administrator who acts as the person; `null`: the person acts. */
  readonly actor_id: number | null;
  readonly username: string;
  readonly fullname: string;
  readonly account: string;
  readonly language: string;
  readonly timezone: string;
  readonly renew_password: 0 | 1;
  readonly server_time: number;
  readonly rights: Readonly<Record<string, Reach>>;
  /** The fields of people that may be set in rows of others. */
  readonly fields_of_people: readonly string[] | 'all';
  /** Whether the server can send mails. */
  readonly sends_mail: 0 | 1;
}

/** `unknown` until the server has said so; `ended` means that a login was there and is no more. */
export type SessionState = 'unknown' | 'none' | 'ended' | 'open';

const person = signal<Who | null>(null);
const state = signal<SessionState>('unknown');

const problem = signal<Refusal | null>(null);

/** Why it could not be asked who is logged in. */
export const sessionProblem: ReadonlySignal<Refusal | null> = problem;
/** Who is logged in. */
export const who: ReadonlySignal<Who | null> = person;
/** Whether a user is logged in. */
export const sessionState: ReadonlySignal<SessionState> = state;
/** The zone on whose clocks the person works. */
export const zone: ReadonlySignal<string> = computed(() => person.value?.timezone ?? deviceZone());

/** Whether a right reaches beyond the person's own rows. */
export function reachesOthers(question: string): boolean {
  const reach = person.value?.rights[question];
  return reach === 'some' || reach === 'all';
}

/** Asks who is logged in; `null` when it was answered. */
export async function readSession(account: string): Promise<Refusal | null> {
  const answer = await send({ account, method: 'GET', path: 'session', asksWho: true });
  problem.value = answer.ok ? null : answer.refusal;
  if (!answer.ok) {
    if (answer.refusal.code === 'unknown_address') state.value = 'none';
    return answer.refusal;
  }
  takeAnswer(account, answer.envelope);
  return null;
}

/** Logs in; `null` when it worked. */
export async function login(account: string, username: string, password: string): Promise<Refusal | null> {
  const body = { username, password };
  const answer = await send({ account, method: 'POST', path: 'session', body, asksWho: true });
  if (!answer.ok) return answer.refusal;
  takeAnswer(account, answer.envelope);
  tellOthers(account, person.value?.user_id ?? null);
  return null;
}

/** Logs out; `null` when it worked. `clear` throws away what is left of the person. */
export async function logout(clear: () => Promise<void>): Promise<Refusal | null> {
  const account = person.value?.account;
  if (account === undefined) return null;
  const answer = await send({ account, method: 'DELETE', path: 'session' });
  if (!answer.ok && answer.refusal.kind !== 'ended') return answer.refusal;
  await clear();
  tellOthers(account, null);
  take(null);
  return null;
}

const logins = 'hourbook:logins';

interface ToldLogin {
  readonly account: string;
  /** `null`: the person has logged out. */
  readonly userId: number | null;
}

function tellOthers(account: string, userId: number | null): void {
  const others = new BroadcastChannel(logins);
  others.postMessage({ account, userId } satisfies ToldLogin);
  others.close();
}

/** Begins to follow logins and logouts in other tabs of this browser: what they show and send is under the same login. */
export function hearLogins(): void {
  new BroadcastChannel(logins).addEventListener('message', ({ data }: MessageEvent<ToldLogin>) => {
    if (data.account !== person.value?.account) return;
    if (data.userId === null) take(null);
    else if (data.userId !== person.value.user_id || state.value !== 'open') void readSession(data.account);
  });
}

/** Goes on as the person who was logged in when there was a connection; the server is asked as soon as it is there. */
export function resumeSession(known: Who): void {
  if (state.value === 'unknown') setPerson(known);
}

/** Notes that the server knows the login no more; what is on the screen stays, unless another person has logged in meanwhile. */
export function endSession(): void {
  if (state.value !== 'open') return;
  state.value = 'ended';
  if (person.value !== null) void readSession(person.value.account);
}

function takeAnswer(account: string, envelope: Envelope): void {
  const [found = null] = rowsOf<Who>(envelope);
  // The login was ended elsewhere: what the person has not saved or sent is still theirs.
  if (found === null && person.value?.account === account) endSession();
  else take(found);
}

function take(found: Who | null): void {
  setPerson(found);
  memorizeLogin(found);
}

function setPerson(found: Who | null): void {
  sendFor(found?.user_id ?? null);
  batch(() => {
    person.value = found;
    state.value = found === null ? 'none' : 'open';
  });
}

/** Asks the server to mail a link for a new password; answers alike whether or not there is such a person. */
export async function forgotPassword(account: string, username: string): Promise<Refusal | null> {
  const path = 'v4/users/forgotPassword';
  const answer = await send({ account, method: 'PUT', path, body: { username } });
  return answer.ok ? null : answer.refusal;
}

/** Chooses another password for oneself; every other login ends. */
export async function changePassword(present: string, next: string): Promise<Refusal | null> {
  const account = person.value?.account ?? '';
  const body = { old_password: present, password: next };
  const answer = await send({ account, method: 'PUT', path: 'v4/users/updatePassword/', body });
  if (!answer.ok) return answer.refusal;
  if (person.value !== null) setPerson({ ...person.value, renew_password: 0 });
  return null;
}
