// What `account create` asks for in a terminal, what it suggests there, and what holds without one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workAnswers } from '#cli/new-account-answers.ts';

/** An operator at a terminal: types these answers, by the beginning of the question, and elsewhere presses Enter. */
function terminal(answers: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const ask = async (question: string, suggestion: string): Promise<string> => {
    asked.push(`${question} [${suggestion}]`);
    return Object.entries(answers).find(([begin]) => question.startsWith(begin))?.[1] ?? suggestion;
  };
  return { asked, ask };
}

describe('account create', () => {
  it('takes the usual values without a terminal', async () => {
    assert.deepEqual(await workAnswers({ country: 'de' }, null), {
      country: 'DE',
      timezone: 'Europe/Vienna',
      language: 'en',
      weeklyHours: '40',
      breaks: 'off',
    });
  });

  it('asks in a terminal for what is left out and suggests what the country has', async () => {
    const { ask, asked } = terminal({ Country: 'de' });
    assert.deepEqual(await workAnswers({}, ask), {
      country: 'DE',
      timezone: 'Europe/Berlin',
      language: 'de',
      weeklyHours: '40',
      breaks: 'german',
    });
    assert.deepEqual(asked, [
      'Country, two letters [AT]',
      'Time zone [Europe/Berlin]',
      'Language, en or de [de]',
      'Weekly hours of full time [40]',
      'Model of breaks: german, austrian, swiss, none or off [german]',
    ]);
  });

  it('asks for nothing that an option says, and takes answers as they are typed', async () => {
    const { ask, asked } = terminal({ Weekly: '38.5' });
    const options = { country: 'FR', timezone: 'Europe/Paris', language: 'en', breaks: 'none' };
    const { weeklyHours, ...rest } = await workAnswers(options, ask);
    assert.deepEqual([asked.length, weeklyHours, rest], [1, '38.5', options]);
  });
});
