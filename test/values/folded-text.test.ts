// Folding text: spellings that people take for the same are equal, and no text takes long.
import assert from 'node:assert/strict';
import test from 'node:test';
import { foldText } from '#values/folded-text.ts';

const grave = '\u0316';
const acute = '\u0301';

test('ignores letter case and composition', () => {
  assert.equal(foldText('R\u00c9sum\u00c9'), foldText('re\u0301sume\u0301'));
  assert.equal(foldText('\uff21da'), 'ada');
});

test('sorts up to 30 marks on a letter', () => {
  const marks = `${acute.repeat(15)}${grave.repeat(15)}`;
  const sorted = `${grave.repeat(15)}${acute.repeat(15)}`;
  assert.equal(foldText(`x${marks}`), foldText(`x${sorted}`));
});

test('leaves text with more than 30 marks on a letter as it is', () => {
  for (const count of [16, 500_000]) {
    const text = `x${acute.repeat(count)}${grave.repeat(count)}`;
    assert.equal(foldText(text), text);
  }
});
