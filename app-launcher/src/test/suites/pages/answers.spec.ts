import type { Page } from '@playwright/test';
import { answered, answers, ask, chat, choose, chooseSlowModel, conversation, message, SCREENS } from './chat';
import { expect, test } from './person';

const model = (page: Page, name: string) => page.getByRole('button', { name: `Model: ${name}`, exact: true });
const newChat = (page: Page) => page.goto('/');

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('the time, the model and the tokens of each answer are there after the page is loaded again', async ({ page }) => {
      await chat(page, 'Count to 3.');
      await ask(page, 'Count to 4.');
      await expect(answers(page)).toHaveCount(2);
      await answered(page);

      await page.reload();

      const facts = conversation(page).locator('.answer-facts');
      await expect(facts).toHaveText([/ · demo · \d+ tokens · [\d.]+ m?s$/, / · demo · \d+ tokens · [\d.]+ m?s$/]);
      await expect(facts.locator('time')).toHaveCount(2);
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
    });

    test('what was cut or left out of a request is said at the message', async ({ page }) => {
      const notice = 'The picture was left out: the model takes none.';
      await page.route(/\/api\/chat\/messages/, async route => {
        const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
        const open = await response.json();
        open.messages.at(-1).notices = [notice];
        await route.fulfill({ response, json: open });
      });

      await chat(page, 'Count to 3.');
      await page.reload();

      await expect(conversation(page).getByRole('note')).toHaveText(notice);
    });

    test('each chat keeps its model, a new one has the default wherever it is in the list', async ({ page }) => {
      await page.route('**/api/models', async route => {
        const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
        const { models, ...others } = await response.json();
        await route.fulfill({ response, json: { ...others, models: models.toReversed() } });
      });
      await newChat(page);
      await chooseSlowModel(page);
      await ask(page, 'Count to 3.');
      await answered(page);
      const first = page.url();
      await newChat(page);
      await page.getByRole('button', { name: /^Model: / }).click();
      await page.getByRole('menuitemradio').first().click();
      await ask(page, 'Count to 4.');
      await answered(page);

      await page.goto(first);

      await expect(model(page, 'demo-slow')).toBeVisible();
      await page.goBack();
      await expect(model(page, 'demo')).toBeVisible();
    });
  });
}

test('a chat has the model of its last question in another browser', async ({ page, browser, person }) => {
  await page.goto('/');
  await chooseSlowModel(page);
  await ask(page, 'Count to 3.');
  await answered(page);
  const other = await browser.newContext({ storageState: person.state });
  const elsewhere = await other.newPage();

  await elsewhere.goto(page.url());
  await expect(model(elsewhere, 'demo-slow')).toBeVisible();
  await elsewhere.getByRole('button', { name: /^Model: / }).click();
  await elsewhere.getByRole('menuitemradio').first().click();
  await ask(elsewhere, 'Count to 4.');
  await answered(elsewhere);

  await expect(model(page, 'demo')).toBeVisible();
  const asked = page.waitForRequest(/\/api\/chat$/);
  await ask(page, 'Count to 5.');
  expect((await asked).postDataJSON().model).toBe('demo');
  await other.close();
});

test('an open chat gets its messages again only after a change', async ({ page }) => {
  await chat(page, 'Count to 3.');
  await page.reload();
  await answered(page);

  const look = await page.waitForResponse(/\/api\/chat\/messages/);
  expect(look.status()).toBe(304);
  await page.request.patch(`/api/chat?chatId=${page.url().split('/').at(-1)}`, { data: { title: 'Named elsewhere' } });

  await expect(page.getByRole('heading', { name: 'Named elsewhere', level: 1 })).toBeVisible();
});

test('the notices of the event that ends an answer are shown', async ({ page }) => {
  await page.route(/\/api\/chat$/, async route => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/(event: done\ndata: \{.*)"notices":\[\]/, '$1"notices":["Only the last 40 messages were sent."]');
    await route.fulfill({ response, body });
  });

  await chat(page, 'Count to 3.');

  await expect(conversation(page).getByRole('note')).toHaveText('Only the last 40 messages were sent.');
});

test('a chat is printed whole, with what the page did not show yet', async ({ page }) => {
  await chat(page, 'Count to 3.');
  const chatId = page.url().split('/').at(-1);
  const messages = Array.from({ length: 140 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: `Message number ${at}. ${'word '.repeat(60)}`, timestamp: new Date(at * 1000).toISOString() }));
  const open = { chatId, title: 'Long', agentMode: 'v0.1', updatedAt: new Date().toISOString(), messages, messageCount: messages.length, runningAfter: null };
  await page.route(/\/api\/chat\/messages/, route => route.fulfill({ json: open }));
  await page.reload();
  await expect(answers(page)).not.toHaveCount(0);

  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');

  expect(pdf.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(8);
  await expect(conversation(page)).toContainText('Message number 0.');
});

test('the dialog asks whether the attached files of a chat are deleted too', async ({ page }) => {
  for (const [name, isDeleted] of [['stays.txt', false], ['goes.txt', true]] as const) {
    await newChat(page);
    await page.getByLabel('Files to attach').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('The harbour opens at six.') });
    await message(page).fill('Count to 2.');
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
    await message(page).press('Enter');
    await answered(page);
    await choose(page, 'Delete');
    const choice = page.getByRole('dialog').getByLabel('Also delete 1 attached file. Otherwise it stays among your files.');
    await expect(choice).not.toBeChecked();
    if (isDeleted) await choice.check();
    await page.getByRole('button', { name: 'Delete chat' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(async () => {
      const { files } = await (await page.request.get('/api/files')).json();
      return files.some((file: { name: string }) => file.name === name);
    }).toBe(!isDeleted);
  }
});
