// Bodies of a few megabytes that would take seconds to build are refused before anything is built of them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertRefused, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const refusal = { status: 400, code: 'malformed_body' } as const;

onEveryEngine('limits of bodies', (place) => {
  const refused = async (body: string, headers: Readonly<Record<string, string>>, sentence: RegExp) => {
    const answer = await place.machine.post('skills/create', body, headers);
    assert.match(assertRefused(answer, refusal)['ErrorMessage'], sentence);
  };

  it('refuses arrays that nest a million levels deep', async () => {
    const deep = `{"syn":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    await refused(deep, json, /holds more than 2000 levels of nesting/);
    await refused(
      `{"nestedEntities":${JSON.stringify(deep)}}`,
      json,
      /holds more than 2000 levels of nesting/,
    );
  });

  it('refuses a million empty children, also as text', async () => {
    const many = `{"tasks":[${'{},'.repeat(1_000_000)}{}]}`;
    await refused(`{"syn":"Many","nestedEntities":${many}}`, json, /more than 200000 values/);
    await refused(`{"syn":"Many","nestedEntities":${JSON.stringify(many)}}`, json, /more than 200000 values/);
  });

  it('refuses a hundred texts of children that hold too many values together', async () => {
    const children = `{"a":{"x":[${'[],'.repeat(3_000)}[]]}}`;
    const batch = Array.from({ length: 100 }, () => ({ syn: 'Many', nestedEntities: children }));
    const answer = await place.machine.post('skills/create', batch);
    assert.match(assertRefused(answer, refusal)['ErrorMessage'], /more than 200000 values/);
    const some = await place.machine.post('skills/create', batch.slice(0, 3));
    assert.equal(some.json['NumErrors'], 3, some.text.slice(0, 300));
  });

  it('refuses children 501 levels deep and takes 500', async () => {
    const nested = (levels: number): object =>
      levels === 1
        ? { name: 'Deepest' }
        : { name: 'FieldVisibility', nestedEntities: { projects: [nested(levels - 1)] } };
    const answer = await place.machine.post('projects/create', { mother_id: 1, ...nested(501) });
    const { ErrorMessage } = assertRefused(answer, { status: 422, code: 'batch_too_large' });
    assert.match(ErrorMessage, /deeper than 500 levels/);
    rowOf(await place.machine.post('projects/create', { mother_id: 1, ...nested(500) }));
  });

  it('refuses a form of 20,001 parameters and takes one of 20,000', async () => {
    const pairs = Array.from({ length: 20_000 }, () => 'syn=Many').join('&');
    assert.equal(rowOf(await place.machine.post('skills/create', pairs, form))['syn'], 'Many');
    await refused(`${pairs}&syn=Many`, form, /more than 20000 parameters/);
  });

  it('refuses a multipart form of 20,001 fields', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="syn"\r\n\r\nMany\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    await refused(`${part.repeat(20_001)}--x--\r\n`, headers, /more than 20000 parameters/);
  });

  it('refuses 20,001 empty files in a multipart form', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="syn"; filename=""\r\n\r\n\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    await refused(`${part.repeat(20_001)}--x--\r\n`, headers, /more than 20000 parameters/);
  });

  it('refuses a million quotation marks in the headers of a multipart form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const formOf = (marks: number): string => {
      const disposition = `form-data; name=syn; x="${String.raw`\"`.repeat(marks)}`;
      return `--x\r\nContent-Disposition: ${disposition}\r\n\r\nMarks\r\n--x--\r\n`;
    };
    await refused(formOf(1_000_000), headers, /headers .* more than 65536 bytes/);
    assert.equal(rowOf(await place.machine.post('skills/create', formOf(30_000), headers))['syn'], 'Marks');
  });

  it('refuses a decimal of a million zeros and a one', async () => {
    const budget = `0.${'0'.repeat(1_000_000)}1`;
    const answer = await place.machine.post('projects/create', { mother_id: 1, name: 'Zeros', budget });
    assertRefused(answer, { status: 422, code: 'invalid_value', field: 'budget' });
  });

  it('refuses names that hold two million brackets, in one field or in many', async () => {
    await refused(`syn${'[]'.repeat(2_000_000)}=1`, form, /more than 50000 characters/);
    const long = `a${'[b]'.repeat(1_000)}`;
    const fields = Array.from({ length: 1_000 }, (_, index) => `${long}[${index}]=1`).join('&');
    await refused(fields, form, /more than 200000 brackets/);
  });

  it('refuses lists and objects as ids, however deep, in update and in actions', async () => {
    const { id } = await place.machine.create('skills', { syn: 'Listed' });
    for (const deep of [`[[${id}]]`, `${'['.repeat(1_900)}${id}${']'.repeat(1_900)}`, `{"id":${id}}`]) {
      for (const address of [
        `skills/update/${id}`,
        'skills/update',
        'absences/approve',
        'absences/approve/1',
      ]) {
        const answer = await place.machine.put(address, `{"id":${deep}}`, json);
        assertRefused(answer, { status: 422, code: 'invalid_value', field: 'id' });
      }
    }
  });

  it('takes a text of brackets and quotation marks as a value', async () => {
    const syn = String.raw`\"[{,:`.repeat(40);
    assert.equal(rowOf(await place.machine.post('skills/create', { syn }))['syn'], syn);
  });
});
