// What is printed once about the demo account: where it is, who may log in, and three lines that work as they stand.
import type { Demo } from './create-demo.ts';

/** The text for an address such as `http://127.0.0.1:8080`. */
export function demoText({ account, clientId, clientSecret, logins }: Demo, address: string): string {
  const token = `TOKEN=$(curl -s ${address}/${account}/auth/oauth2/token -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  const read = `curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" "${address}/${account}/v4/users/read/?_fields=id,fullname,department_id&_resolve=department_id"`;
  const create = `curl -s -w '\\n' -H "Authorization: Bearer $TOKEN" ${address}/${account}/v4/projects/create/ -d mother_id=1 -d name=Bridge -d 'nestedEntities={"tasks":[{"name":"Design"}]}'`;
  const people = logins.map(({ username, password, role }) => `    ${username} / ${password}   (${role})`);
  return [
    '',
    `The demo account is ready. This is shown only once.`,
    `  address        ${address}/${account}`,
    `  client_id      ${clientId}`,
    `  client_secret  ${clientSecret}`,
    '  logins',
    ...people,
    '',
    'Try it:',
    `  ${token}`,
    `  ${read}`,
    `  ${create}`,
    '',
  ].join('\n');
}
