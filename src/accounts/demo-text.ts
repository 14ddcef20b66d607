// What is printed once about the demo account: where it is, who may log in, and three lines that work as they stand; for people at a
// terminal, or as one line of JSON.
import type { Demo } from './create-demo.ts';

/** Where the demo is, such as `http://127.0.0.1:8080`, and whether all its bookings are there. */
export interface ToldAbout {
  readonly address: string;
  readonly isFilled: boolean;
}

/** How it is told to who started the server: in the format of the log. */
export function demoLine(
  demo: Demo,
  { format, clock, ...told }: ToldAbout & { readonly format: 'json' | 'text'; readonly clock: () => number },
): string {
  if (format === 'text') return demoText(demo, told);
  const time = new Date(clock()).toISOString();
  return JSON.stringify({ time, level: 'info', ...demoRecord(demo, told) });
}

/** The text for people. */
function demoText(demo: Demo, { address, isFilled }: ToldAbout): string {
  const { account, clientId, clientSecret, logins } = demo;
  const people = logins.map(({ username, password, role }) => `    ${username} / ${password}   (${role})`);
  return [
    '',
    'The demo account is ready. This is shown only once.',
    ...(isFilled ? [] : [unfilled]),
    `  web console    ${consoleOf(demo, address)}`,
    `  interface      ${address}/${account}`,
    `  client_id      ${clientId}`,
    `  client_secret  ${clientSecret}`,
    '  logins',
    ...people,
    '',
    'Try it:',
    ...shellLines(demo, address).map((line) => `  ${line}`),
    '',
  ].join('\n');
}

const unfilled =
  'Bookings of earlier months are missing, so that balances are far below zero: a new database gets them all.';

/** The same for programs. */
function demoRecord(demo: Demo, { address, isFilled }: ToldAbout): Readonly<Record<string, unknown>> {
  const { account, clientId, clientSecret, logins } = demo;
  return {
    event: 'demo_created',
    filled: isFilled,
    console: consoleOf(demo, address),
    address: `${address}/${account}`,
    client_id: clientId,
    client_secret: clientSecret,
    logins,
    try: shellLines(demo, address),
  };
}

/** What a browser opens. */
function consoleOf({ account }: Demo, address: string): string {
  return `${address}/@${account}/`;
}

/** Lines for a shell: a token, a read and a create. */
function shellLines({ account, clientId, clientSecret }: Demo, address: string): readonly string[] {
  const token = `TOKEN=$(curl -s ${address}/${account}/auth/oauth2/token -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  const read = `curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" "${address}/${account}/v4/users/read/?_fields=id,fullname,department_id&_resolve=department_id"`;
  const create = `curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" ${address}/${account}/v4/projects/create/ -d mother_id=1 -d name=Bridge -d 'nestedEntities={"tasks":[{"name":"Design"}]}'`;
  return [token, read, create];
}
