// What is printed once about the demo account: where it is, who may log in, and three lines that work as they stand; for people at a
// terminal, or as one line of JSON.
import type { Demo } from './create-demo.ts';

/** The text for people, for an address such as `http://127.0.0.1:8080`. */
export function demoText(demo: Demo, address: string): string {
  const { account, clientId, clientSecret, logins } = demo;
  const people = logins.map(({ username, password, role }) => `    ${username} / ${password}   (${role})`);
  return [
    '',
    'The demo account is ready. This is shown only once.',
    'Bookings of earlier months follow in a few seconds; until then balances are far below zero.',
    `  web console    ${consoleOf(demo, address)}`,
    `  interface      ${address}/${account}`,
    `  client_id      ${clientId}`,
    `  client_secret  ${clientSecret}`,
    '  logins',
    ...people,
    '',
    'Try it:',
    ...demoLines(demo, address).map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** The same for programs, without the time at which it is told. */
export function demoRecord(demo: Demo, address: string): Readonly<Record<string, unknown>> {
  const { account, clientId, clientSecret, logins } = demo;
  return {
    event: 'demo_created',
    console: consoleOf(demo, address),
    address: `${address}/${account}`,
    client_id: clientId,
    client_secret: clientSecret,
    logins,
    try: demoLines(demo, address),
  };
}

/** What a browser opens. */
function consoleOf({ account }: Demo, address: string): string {
  return `${address}/@${account}/`;
}

/** Lines for a shell: a token, a read and a create. */
function demoLines({ account, clientId, clientSecret }: Demo, address: string): readonly string[] {
  const token = `TOKEN=$(curl -s ${address}/${account}/auth/oauth2/token -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  const read = `curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" "${address}/${account}/v4/users/read/?_fields=id,fullname,department_id&_resolve=department_id"`;
  const create = `curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" ${address}/${account}/v4/projects/create/ -d mother_id=1 -d name=Bridge -d 'nestedEntities={"tasks":[{"name":"Design"}]}'`;
  return [token, read, create];
}
