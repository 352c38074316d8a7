import type { Page, Route } from '@playwright/test';
import { isAccessible } from './access';
import { answered, ask, conversation, SCREENS } from './chat';
import { expect, test } from './person';

const QUESTION = {
  questionId: 'ask_1', callId: 'c1', tool: 'travel.book', server: 'travel', expiresAt: '2030-01-01T00:00:00.000Z',
  message: 'Where to?\n<img src=x onerror="alert(1)"> says hello.',
};
const FORM = {
  type: 'object', required: ['city'],
  properties: { city: { type: 'string', title: 'City' }, days: { type: 'integer', title: 'Days', default: 3 } },
};

const events = (list: [string, object][], first: number) =>
  list.map(([event, data], at) => `id: ${first + at}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');

/** An answer whose tool call asks, and goes on after `answer(action)`; it returns what the page has sent. */
async function asking(page: Page, question: object, status = 204) {
  const sent: any[] = [];
  let goOn = (_action: string) => {};
  const action = new Promise<string>(resolve => (goOn = resolve));
  const eventStream = { contentType: 'text/event-stream' };
  await page.route(/\/api\/chat$/, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    const body = events([['tool_start', { callId: 'c1', tool: 'travel.book', parameters: {} }], ['question', question]], 1);
    await route.fulfill({ response, body });
  });
  await page.route(/\/api\/chat\/stream/, async route => {
    const body = events([
      ['question_end', { questionId: 'ask_1', action: await action }],
      ['tool_result', { callId: 'c1', tool: 'travel.book', success: true, data: {}, error: null }],
      ['done', { content: 'Booked.', chatId: 'x', toolsUsed: [], stopped: false, notices: [] }],
    ], 3);
    await route.fulfill({ ...eventStream, body });
  });
  await page.route(/\/api\/chat\/questions$/, async route => {
    sent.push(route.request().postDataJSON());
    if (sent.length === 1 && status !== 204)
      return route.fulfill({ status, json: { error: 'Bad Request', message: 'content.city: must be at most 5 characters long' } });
    await route.fulfill({ status: 204 });
    goOn(sent.at(-1).action);
  });
  await page.goto('/');
  await ask(page, 'Count to 3.');
  return sent;
}

const form = (page: Page) => conversation(page).getByRole('form', { name: 'travel asks you' });

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('a person fills in the form that a tool asks for', async ({ page }, { outputDir }) => {
      const sent = await asking(page, { ...QUESTION, schema: FORM });

      await expect(form(page)).toContainText('<img src=x onerror="alert(1)"> says hello.');
      await expect(form(page).getByLabel('Days')).toHaveValue('3');
      await isAccessible(page);
      await page.screenshot({ path: `${outputDir}/question.png` });
      await form(page).getByRole('button', { name: 'Send answer' }).click();
      await expect(form(page).getByRole('alert')).toHaveText('Required');
      expect(sent).toEqual([]);
      await form(page).getByLabel('City').fill('Lisbon');
      await form(page).getByRole('button', { name: 'Send answer' }).click();

      await answered(page);
      await expect(form(page)).toHaveCount(0);
      expect(sent).toMatchObject([{ questionId: 'ask_1', action: 'accept', content: { city: 'Lisbon', days: 3 } }]);
    });

    test('an address is opened by the person alone', async ({ page, context, faults }) => {
      faults.expect(/another host was asked: https:\/\/pay\.example/);
      await context.route('https://pay.example/**', route => route.fulfill({ body: 'pay', contentType: 'text/plain' }));
      const sent = await asking(page, { ...QUESTION, url: 'https://pay.example/order?id=1' });

      const link = form(page).getByRole('link', { name: 'Open pay.example' });
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      await expect(form(page).getByRole('button', { name: 'Continue' })).toBeDisabled();
      expect(context.pages()).toHaveLength(1);
      const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
      await opened.close();
      await form(page).getByRole('button', { name: 'Continue' }).click();

      await answered(page);
      expect(sent).toMatchObject([{ action: 'accept' }]);
      expect(sent[0].content).toBeUndefined();
    });
  });
}

test('what the server refuses is said at the form, and the question still waits', async ({ page, faults }) => {
  faults.expect(/status of 400/);
  const sent = await asking(page, { ...QUESTION, schema: FORM }, 400);
  await form(page).getByLabel('City').fill('Constantinople');
  await form(page).getByRole('button', { name: 'Send answer' }).click();

  await expect(form(page).getByRole('alert')).toHaveText('City must be at most 5 characters long.');
  await form(page).getByRole('button', { name: 'Decline' }).click();

  await answered(page);
  expect(sent.map(({ action }) => action)).toEqual(['accept', 'decline']);
});

test('a form with a thousand fields is written as JSON', async ({ page }) => {
  const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`field${at}`, { type: 'string' }]));
  const sent = await asking(page, { ...QUESTION, schema: { type: 'object', properties } });
  await form(page).getByRole('textbox').fill('{"field999": "x"}');
  await form(page).getByRole('button', { name: 'Send answer' }).click();

  await answered(page);
  expect(sent[0].content).toEqual({ field999: 'x' });
});
