import type { Page } from '@playwright/test';
import { answered, conversation } from './chat';
import { expect, register, test } from './person';

test.use({ storageState: { cookies: [], origins: [] } });

const TOOL = 'builtin.calculate';
const form = (page: Page) => page.getByRole('form', { name: `May ${TOOL} be called?` });

/** Signs the page in as a new person, whose policy asks before the calculator is called. */
async function asking(page: Page) {
  await register(page.request);
  expect((await page.request.put('/web/agent/api/approvals/policy', { data: { tools: { [TOOL]: 'ask' } } })).status()).toBe(200);
}

/** Asks through the agent's API, and disconnects when the answer waits; returns the chat. */
async function asked(page: Page) {
  const { userId } = await (await page.request.get('/api/session')).json();
  await page.goto('/account/approvals');
  return page.evaluate(async user => {
    const leaving = new AbortController();
    const response = await fetch('/web/agent/api/chat', {
      method: 'POST', signal: leaving.signal, headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        userId: user, stream: true, approvals: 'ask', messages: [{ role: 'user', content: 'What is 12*12? Use the calculator.' }],
      }),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: approval')) text += (await reader.read()).value;
    leaving.abort();
    return response.headers.get('X-Chat-Id');
  }, userId);
}

test('a chat of the agent\'s API that waits was shown as failed, without its card', async ({ page }) => {
  await asking(page);
  const chat = await asked(page);
  await page.goto('/account/approvals');
  await page.getByRole('link', { name: 'Open the chat' }).click();
  await expect(page).toHaveURL(`/chats/${chat}`);

  await expect(form(page)).toBeVisible();
  await expect(form(page)).not.toContainText('optional');
  await expect(conversation(page).getByText('waits for you')).toBeVisible();
  await expect(conversation(page)).not.toContainText('interrupted');
  await expect(conversation(page)).not.toContainText('failed');
  await form(page).getByRole('button', { name: 'Allow' }).click();

  await expect(conversation(page)).toContainText('144');
  await answered(page);
  await expect(form(page)).toHaveCount(0);
  await expect(conversation(page)).not.toContainText('failed');
});

test('the cards of calls of several tasks have headings of their own', async ({ page }) => {
  await asking(page);
  for (const expression of ['1+1', '2+2'])
    expect((await page.request.post('/web/api/v1/tasks', {
      data: { type: 'tool', approvals: 'ask', input: { tool: TOOL, parameters: { expression } } },
    })).status()).toBe(201);
  await expect.poll(async () => (await (await page.request.get('/web/agent/api/approvals')).json()).approvals.length).toBe(2);

  await page.goto('/account/approvals');

  await expect(form(page)).toHaveCount(2);
  const ids = await form(page).evaluateAll(forms => forms.map(each => each.getAttribute('aria-labelledby')));
  expect(new Set(ids).size).toBe(2);
  const second = await form(page).nth(1).getByRole('textbox').first().inputValue();
  await form(page).first().getByRole('button', { name: 'Allow' }).click();
  await expect(form(page)).toHaveCount(1);
  await expect(form(page).getByRole('textbox').first()).toHaveValue(second);
});
