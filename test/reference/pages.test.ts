// Tests the reference pages: they are committed, complete and equal to the declarations.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { contentsPage } from '#reference/pages/contents-page.ts';
import { resourcePage } from '#reference/pages/resource-page.ts';
import { pagesFolder, referencePages } from '#reference/write-pages.ts';
import { buildSchema } from '#resource/schema.ts';
import { books, fines, habits, library, readers } from './library.ts';

const pages = await referencePages();

describe('docs/reference/resources', () => {
  it('is up to date with the declarations (npm run reference writes it)', async () => {
    for (const [name, text] of pages) {
      const committed = await readFile(new URL(name, pagesFolder), 'utf8').catch(() => '');
      const path = `docs/reference/resources/${name}`;
      assert.ok(committed === text, `${path} is not what the declarations say: run npm run reference`);
    }
  });

  it('has no page of a removed resource (npm run reference removes it)', async () => {
    assert.deepEqual((await readdir(pagesFolder)).sort(), [...pages.keys()].sort());
  });

  it('links only to existing pages', async () => {
    for (const [name, text] of pages) {
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] as string);
      for (const link of links) {
        await assert.doesNotReject(readFile(new URL(link, pagesFolder)), `${name} links to ${link}`);
      }
    }
  });

  it('has an example for each action of users', () => {
    const users = pages.get('users.md') ?? '';
    for (const action of ['read?', 'me', 'create', 'update/12', 'delete/12']) {
      assert.ok(users.includes(`http://127.0.0.1:8080/demo/v4/users/${action}`), action);
    }
  });
});

describe('the page of a resource', () => {
  const schema = buildSchema(library);
  const page = resourcePage(books, schema);
  const says = (line: string): void => assert.ok(page.includes(line), `not found: ${line}\n\n${page}`);

  it('names its addresses', () => {
    says('`/<account>/v4/books/<action>`');
    says('Also reached as `book`, `volumes`.');
  });

  it('names each action and custom action with its method', () => {
    says('| `read` | GET | `books/read`, `books/read/<id>` |');
    says(
      '| `mine` | GET | `books/mine` | Of the rows that the caller may read, those with `reader_id` = themselves. |',
    );
    says('| `delete` | DELETE | `books/delete/<id>` |');
    says(
      '| `lend` | PUT | `books/lend`, `books/lend/<id>` | Gives it to a reader. The permission `update` covers it. |',
    );
    says('| `recommend` | POST | `books/recommend` | Names a book that may please. |');
    says('### Parameters of `lend`');
    says('| `days` | Integer | required | For how many days. | at least `1`; at most `28` |');
    says('| `why` | String | optional | What for. |  |');
  });

  it('lists the rights of each role from the access rules', () => {
    says(
      '| | machine credential, administrator | HR manager, employee | supervisor or assistant | team leader |',
    );
    const elsewhere = 'rows with `kind` = novel and `price` = empty: level public';
    const own = `rows with \`reader_id\` = themselves: level own; ${elsewhere}`;
    const team = `rows with \`reader_id\` = themselves or the members of their teams: level own; ${elsewhere}`;
    says(`| \`read\` | all rows: level administrator | ${own} | ${own} | ${team} |`);
    says('| `create` | all rows | – | – | – |');
    const led = 'rows with `reader_id` = the people whom they lead';
    says(`| \`lend\` | all rows | – | ${led} | – |`);
    says('| `recommend` | everybody, without a token |');
    says('Fields in `update` for HR manager, supervisor or assistant, team leader, employee: `title`.');
    says(
      '[permissions](permissions.md) can grant more, for rows by the person in `reader_id`, or for all rows; written are rows with `kind` = novel; fields that can be set: `title`.',
    );
    says('a field of level manager is shown to those who manage the person, and administrators.');
  });

  it('lists type, availability, bounds and level of each field', () => {
    says('| `title` | String | R | O | O | Title with a \\| in it. | up to 80 characters |');
    says('| `reader_id` | Integer | R | O | O | Who reads it. | → [readers](readers.md); level own |');
    says(
      '| `price` | Decimal | O | O | O | What it costs. | default `2.5`; at least `0.5`; at most `999.99`; level manager |',
    );
    says(
      '| `kind` | String | O | O | O | What kind it is. | default `novel`; one of `novel`, `poem`; level own |',
    );
    says('| `secret_note` | String | O | - | O | Write only and hashed. | kept as a hash |');
  });

  it('lists change tracking, public fields, idempotency and children', () => {
    says('Changes are tracked by `updated`');
    says('Public fields, which `_resolve` shows: `id`, `title`.');
    says('A create that repeats `title` answers with the row that has them');
    const parent = resourcePage(readers, schema);
    assert.match(parent, /Children in `nestedEntities`: \[books\]\(books\.md\) \(by `reader_id`\)\./);
    assert.match(parent, /Deleted with the row: \[books\]\(books\.md\) \(by `reader_id`\)\./);
    assert.match(parent, /Changes are not tracked/);
  });

  it('lists the parameters of a computed resource', () => {
    const computed = resourcePage(habits, schema);
    assert.match(computed, /\| `read` \| GET \| `habits\/read` \| Rows worked out for what/);
    assert.match(computed, /### Parameters of `read`\n\n.*\n.*\n\| `reader_id` \| Integer \| required \|/);
    assert.match(computed, /\| `since` \| Date \| optional \|/);
    assert.match(computed, /'http:[^']*\/habits\/read\?reader_id=1'/);
    for (const one of [computed, resourcePage(fines, schema)]) assert.doesNotMatch(one, /## Fields|tracked/);
  });

  it('names both addresses of an action on a row or on parameters', () => {
    const parent = resourcePage(readers, schema);
    assert.match(parent, /\| `thank` \| PUT \| `readers\/thank`, `readers\/thank\/<id>` \|/);
    assert.match(parent, /-d '\{"name":"Example"\}' \\\n {2}'[^']*readers\/thank'/);
  });

  it('has no link to an internal resource or one without actions', () => {
    assert.doesNotMatch(resourcePage(readers, schema), /shelfMarks/);
    says('| `stack_id` | Integer | - | O | - | Where it lies. | → stacks; level own |');
    assert.doesNotMatch(contentsPage(schema), /stacks/);
    assert.match(
      contentsPage(schema),
      /\| \[books\]\(books\.md\) \| A book on a shelf\. \| read, mine, create/,
    );
  });

  it('shows a request for each action, with a token where required', () => {
    says(`curl -X POST \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"title":"Example","reader_id":1}' \\
  'http://127.0.0.1:8080/demo/v4/books/create'`);
    says(`-d '{"days":1}' \\
  'http://127.0.0.1:8080/demo/v4/books/lend/12'`);
    assert.match(page, /curl -X POST \\\n {2}-H 'Content-Type[^\n]*\n[^\n]*\n {2}'[^']*books\/recommend'/);
  });
});
