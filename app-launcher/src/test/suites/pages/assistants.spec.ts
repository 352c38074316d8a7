import { isAccessible } from './access';
import { SCREENS, answered, answers, ask, conversation, message, toast } from './chat';
import { expect, test } from './person';

const NAME = 'Sea dog';

for (const [screen, options] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(options);

    test('an assistant is made, tried, changed, compared with what it was, and talked to', async ({ page }) => {
      await page.goto('/assistants');
      await page.getByRole('link', { name: 'Make one' }).click();
      await page.getByLabel('Name', { exact: true }).fill(NAME);
      await page.getByLabel('Instructions', { exact: true }).fill('Be brief.\nTalk like a sailor.\nSay goodbye.');
      await page.getByLabel('Starters').fill('What is 6*7?\nWhere are we?');
      await page.getByRole('button', { name: 'Only these' }).click();
      await page.getByLabel('Names of tools').fill('builtin.calculate\nno.such');
      await isAccessible(page);
      await page.getByRole('button', { name: 'Make the assistant' }).click();
      await expect(toast(page, `${NAME} made`)).toBeVisible();
      await expect(page).toHaveURL(/\/assistants\/ast_/);
      const address = page.url();
      await expect(page.getByText('No answers in the last 30 days.')).toBeVisible();

      const trial = page.getByRole('log', { name: 'Trial' });
      await trial.getByRole('button', { name: 'What is 6*7?' }).click();
      await expect(trial).toContainText('42');
      await page.getByRole('textbox', { name: 'Question to the assistant' }).fill('And now?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(trial).toContainText('You said: “And now?”');
      const usage = page.getByRole('region', { name: 'Usage' });
      await expect(usage.getByRole('row', { name: /^Version 1 [1-9]/ })).toBeVisible();

      await page.getByLabel('Instructions', { exact: true }).fill('Be brief.\nTalk like a captain.\nSay goodbye.');
      await expect(page.getByText('Save to try your changes')).toBeVisible();
      await page.getByText('Model and memory').click();
      await page.getByLabel('Temperature').fill('0.5');
      await page.getByRole('button', { name: 'Save a new version' }).click();
      await expect(toast(page, 'Version 2 saved')).toBeVisible();
      await page.getByLabel('Former version').selectOption('1');
      const difference = page.getByRole('group', { name: 'Difference of the instructions' });
      await expect(difference.locator('.removed')).toHaveText(/Talk like a sailor\./);
      await expect(difference.locator('.added')).toHaveText(/Talk like a captain\./);
      await expect(page.getByText('0.5', { exact: true })).toBeVisible();
      await isAccessible(page);
      await page.getByRole('button', { name: 'Use version 1 again' }).click();
      await expect(toast(page, 'Version 3 is as version 1 was')).toBeVisible();

      await page.getByRole('main').getByRole('link', { name: 'Chat' }).click();
      await expect(page.getByRole('heading', { name: NAME, level: 2 })).toBeVisible();
      await page.getByRole('group', { name: 'Starters' }).getByRole('button', { name: 'Where are we?' }).click();
      await expect(message(page)).toHaveValue('Where are we?');
      const sent = page.waitForRequest(request => request.method() === 'POST' && new URL(request.url()).pathname === '/api/chat');
      await ask(page, 'Where are we?');
      expect((await sent).postDataJSON()).toMatchObject({ assistantId: expect.stringMatching(/^ast_/) });
      await answered(page);
      await expect(conversation(page).getByRole('heading', { name: NAME })).toBeVisible();
      await page.reload();
      await expect(conversation(page).getByRole('heading', { name: NAME })).toBeVisible();
      await expect(page.getByRole('button', { name: `Assistant: ${NAME}` })).toBeVisible();
      await isAccessible(page);

      await page.goto(address);
      await expect(usage.getByRole('row', { name: /^Version 3 [1-9]/ })).toBeVisible();
      await expect(usage.getByRole('row', { name: /^All [1-9]/ })).toBeVisible();
      await expect(usage.getByText('of all users together')).toBeVisible();
    });
  });
}

test('another assistant is chosen in a chat, and a deleted one is missed', async ({ page, request, faults }) => {
  faults.expect(/the server responded with a status of 404/);
  const made = await request.post('/web/agent/api/assistants', { data: { name: 'Passing guest', instructions: 'Be kind.' } });
  const { id } = await made.json();
  await page.goto('/');
  await page.getByRole('button', { name: /^Assistant: / }).click();
  await page.getByRole('dialog').getByLabel('Search assistants').fill('guest');
  await page.getByRole('dialog').getByRole('button', { name: 'Passing guest' }).click();
  await ask(page, 'Hello');
  await answered(page);
  await expect(conversation(page).getByRole('heading', { name: 'Passing guest' })).toBeVisible();

  await request.delete(`/web/agent/api/assistants/${id}`);
  await ask(page, 'Still there?');
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('There is no such assistant.')).toBeVisible();
  await expect(message(page)).toHaveValue('Still there?');
});

test('a chat returns to no assistant', async ({ page, request }) => {
  const made = await request.post('/web/agent/api/assistants', { data: { name: 'Short visit', instructions: 'Be kind.' } });
  const { id } = await made.json();
  await page.goto(`/?assistant=${id}`);
  await ask(page, 'Hello');
  await answered(page);
  await expect(conversation(page).getByRole('heading', { name: 'Short visit' })).toBeVisible();

  await page.getByRole('button', { name: 'Assistant: Short visit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No assistant' }).click();
  const sent = page.waitForRequest(each => each.method() === 'POST' && new URL(each.url()).pathname === '/api/chat');
  await ask(page, 'And now?');
  expect((await sent).postDataJSON()).toMatchObject({ assistantId: null });
  await expect(answers(page)).toHaveCount(2);
  await answered(page);
  await page.reload();
  await expect(conversation(page).getByRole('heading', { name: 'Short visit' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Assistant: No assistant' })).toBeVisible();
  await request.delete(`/web/agent/api/assistants/${id}`);
});
