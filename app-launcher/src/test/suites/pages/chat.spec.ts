import { truncate, writeFile } from 'node:fs/promises';
import { answered, answers, ask, chat, choose, chooseSlowModel, message, conversation, toast } from './chat';
import { expect, test } from './person';

const CALCULATE = 'What is 12*12? Use the calculator.';

test.describe('without an account', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('a person registers and gets a first answer', async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByLabel('Your name').fill('Grace Hopper');
    await page.getByLabel('Email').fill(`grace-${Date.now()}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('link', { name: 'New chat' }).click();
    await expect(page.getByRole('heading', { name: /, Grace$/ })).toBeVisible();

    await ask(page, 'My name is Grace.');

    await answered(page);
    await expect(answers(page)).toContainText('Nice to meet you, Grace.');
  });
});

test('an answer grows, outlives a reload, is seen in a second window and keeps what was said when it is stopped', async ({ page, context }) => {
  await page.goto('/');
  await chooseSlowModel(page);
  await ask(page, 'Count to 1000.');
  const answer = answers(page);
  await expect(answer).toHaveText(/^1 2 3 /);
  const before = await answer.innerText();
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(before.length);
  await ask(page, 'And then?');
  await expect(message(page)).toHaveValue('And then?');
  await expect(message(page)).toHaveAccessibleDescription(/^An answer is running/);
  await expect(page.getByRole('status').filter({ hasText: 'An answer is running' })).toHaveCount(1);

  await page.reload();
  await expect(answer).toContainText(before);
  await expect(page.getByText('answering').first()).toBeVisible();
  const afterReload = await answer.innerText();
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(afterReload.length);

  const second = await context.newPage();
  await second.goto(page.url());
  await expect(answers(second)).toContainText(afterReload);
  const inSecond = await answers(second).innerText();
  await expect.poll(async () => (await answers(second).innerText()).length).toBeGreaterThan(inSecond.length);
  await second.getByRole('button', { name: 'Stop', exact: true }).click();

  for (const window of [page, second]) {
    await answered(window);
    await expect(answers(window)).toContainText(inSecond);
    await expect(answers(window)).not.toContainText('999');
    await expect(conversation(window)).toContainText('You stopped this answer.');
  }
  const kept = await answer.innerText();
  await page.reload();
  await expect(answer).toHaveText(kept);
  await expect(conversation(page)).toContainText('You stopped this answer.');
});

for (const [ended, words] of [
  ['failed', 'This answer failed before its end.'],
  ['interrupted', 'This answer was interrupted before its end.'],
])
  test(`a chat that is opened later says that an answer ${ended === 'failed' ? 'failed' : 'was interrupted'}`, async ({ page }) => {
    await chat(page, 'Count to 3.');
    await page.route(/\/api\/chat\/messages/, async route => {
      const open = await (await route.fetch()).json();
      open.messages[1].ended = ended;
      await route.fulfill({ json: open });
    });

    await page.reload();

    await expect(conversation(page)).toContainText(words);
    await expect(page.getByRole('button', { name: 'Answer again' })).toBeVisible();
  });

test('an answer that is stopped before the server has accepted the question stops', async ({ page }) => {
  await page.goto('/');
  await chooseSlowModel(page);
  let letGo = () => {};
  const held = new Promise<void>(resolve => (letGo = resolve));
  await page.route(/\/api\/chat$/, async route => {
    await held;
    await route.continue();
  });

  await ask(page, 'Count to 1000.');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  letGo();

  await answered(page);
  await expect(conversation(page)).toContainText('You stopped this answer.');
  await expect(conversation(page)).not.toContainText('999');
});

test('an answer whose stream is cut is taken up', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED/);
  // Without it the page does not find the answer when it loads those of other windows.
  await page.route(/\/api\/chat\/messages/, route => route.abort());
  await page.addInitScript(() => {
    const whole = window.fetch;
    window.fetch = async (...asked) => {
      const response = await whole(...asked);
      if (asked[1]?.method !== 'POST' || asked[0] !== '/api/chat') return response;
      const reader = response.body!.getReader();
      let pieces = 0;
      const cut = new ReadableStream({
        async pull(body) {
          const { value } = await reader.read();
          if (++pieces < 4) return body.enqueue(value);
          await reader.cancel();
          body.error(new TypeError('network error'));
        },
      });
      return new Response(cut, { status: response.status, headers: response.headers });
    };
  });
  await page.goto('/');
  await chooseSlowModel(page);

  await ask(page, 'Count to 30.');

  await answered(page);
  await expect(answers(page)).toContainText('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30');
});

test('a lost connection is told until the answer goes on', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED/);
  await page.goto('/');
  await chooseSlowModel(page);
  await ask(page, 'Count to 1000.');
  await expect(answers(page)).toHaveText(/^1 2 3 /);
  await page.route(/\/api\/chat\/stream/, route => route.abort());

  await page.reload();

  await expect(page.getByText('The connection is lost. The page tries again.')).toBeVisible();
  await page.unroute(/\/api\/chat\/stream/);
  await expect(answers(page)).toHaveText(/^1 2 3 /);
  await expect(page.getByText('The connection is lost.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await answered(page);
});

test('a question that is asked in one window is answered in another that shows the chat', async ({ page, context }) => {
  await chat(page, 'Count to 3.');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(answers(second)).toHaveCount(1);

  await ask(page, 'Count to 5.');

  await second.bringToFront();
  await expect(answers(second)).toContainText(['1 2 3', '1 2 3 4 5']);
});

test('a call of a tool is shown with its arguments and its result', async ({ page }) => {
  await chat(page, CALCULATE);

  const card = conversation(page).getByRole('group').filter({ hasText: 'builtin.calculate' });
  await expect(card).toContainText('done');
  await card.getByText('builtin.calculate', { exact: true }).click();
  await expect(card.getByRole('heading', { name: 'Arguments' })).toBeVisible();
  await expect(card).toContainText('"expression": "12*12"');
  await expect(card.getByRole('heading', { name: 'Result' })).toBeVisible();
  await expect(card).toContainText('"result": 144');
  await expect(answers(page)).toContainText('144');

  await page.getByRole('button', { name: 'Show the trace of this answer' }).click();
  await expect(page.getByRole('dialog')).toContainText('builtin.calculate');
});

test('each example leads to an answer, and that of a task to the task', async ({ page }) => {
  for (const [example, said] of [
    ['Use tools', '12.5/100*3480 = 435. The time is'],
    ['Remember', 'Nice to meet you, Ada.'],
    ['Hand over a task', 'is created'],
  ]) {
    await page.goto('/');
    await page.getByRole('group', { name: 'Examples' }).getByRole('button', { name: example }).click();
    await message(page).press('Enter');
    await answered(page);
    await expect(answers(page)).toContainText(said);
  }
  await page.getByRole('link', { name: 'Follow the task' }).click();
  await expect(page.getByRole('main')).toContainText('15/100*240 = 36. 8/100*1250 = 100.');
});

test('the last answer is given again, the last message is edited', async ({ page }) => {
  await chat(page, CALCULATE);
  await page.getByRole('button', { name: 'Answer again' }).click();
  await answered(page);
  await expect(answers(page)).toHaveCount(1);
  await expect(answers(page)).toContainText('144');

  await page.getByRole('button', { name: 'Edit the message' }).click();
  await expect(message(page)).toHaveValue(CALCULATE);
  await ask(page, 'What is 13*13? Use the calculator.');

  await expect(answers(page)).toContainText('169');
  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  await expect(answers(page)).toContainText('169');
  await expect(conversation(page)).not.toContainText('12*12');
});

test('a message, an answer and a whole chat are copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await chat(page, 'Count to 4.');

  await page.getByRole('button', { name: 'Copy the answer' }).click();
  await expect.poll(copied).toMatch(/^1 2 3 4\b/);
  await page.getByRole('button', { name: 'Copy the message' }).click();
  await expect.poll(copied).toBe('Count to 4.');
  await choose(page, 'Copy as Markdown');
  await expect.poll(copied).toMatch(/^\*\*You\*\*\n\nCount to 4\.\n\n---\n\n\*\*Guildhall\*\*\n\n1 2 3 4\b/);
});

test('a chat is renamed, found and deleted', async ({ page, context, faults }) => {
  const title = `Numbers ${Date.now()}`;
  const chats = page.getByRole('navigation', { name: 'Chats' });
  await chat(page, 'Count to 6.');

  faults.expect(/status of 500/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const refused = { status: 500, json: { error: 'Internal Server Error', message: 'the title is not kept', requestId: 'request-7' } };
  await page.route(/\/api\/chat\?/, (route) => (route.request().method() === 'PATCH' ? route.fulfill(refused) : route.fallback()));
  await choose(page, 'Rename');
  await page.getByRole('dialog').getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(toast(page, 'The title is not kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Request request-7' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('request-7');
  await page.unroute(/\/api\/chat\?/);
  await choose(page, 'Rename');
  await page.getByRole('dialog').getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(chats.getByRole('link', { name: title })).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search chats' });
  await search.fill('no chat has these');
  await expect(chats).toContainText('No chat has these words');
  await search.fill('Numbers ');
  await expect(chats.getByRole('link', { name: title })).toBeVisible();
  await search.press('End');
  await search.pressSequentially(title.split(' ')[1]);
  await expect(search).toHaveValue(title);
  await expect(chats.getByRole('link')).toHaveCount(1);
  await search.fill('');

  await choose(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete chat' }).click();
  await expect(toast(page, 'Chat deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/chats');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Chats', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText(title)).toHaveCount(0);
});

test('a file is attached to a message and the agent reads it', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Files to attach').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('The harbour opens at six.') });
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('notes.txt');
  await message(page).fill('Count to 2.');
  await page.getByRole('button', { name: 'Send' }).click();

  await answered(page);
  await expect(answers(page)).toContainText('The harbour opens at six.');
  await expect(conversation(page).getByRole('link', { name: 'notes.txt' })).toBeVisible();
  await expect(conversation(page)).not.toContainText('Attached file');
});

test('an attached picture is sent to the model and shown with the message', async ({ page }) => {
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await page.goto('/');
  await page.getByLabel('Files to attach').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('dot.png');
  await message(page).fill('What do you see?');
  await page.getByRole('button', { name: 'Send' }).click();
  await answered(page);
  await page.reload();

  const shown = conversation(page).getByRole('img', { name: 'Picture in your message' });
  await expect(shown).toHaveAttribute('src', /^\/api\/chat\/media\?/);
  await expect(shown).toHaveJSProperty('naturalWidth', 1);
  await expect(conversation(page).getByRole('link', { name: 'dot.png' })).toBeVisible();
});

test('an answer that failed says so until it is asked for again', async ({ page }) => {
  await page.goto('/');
  await ask(page, CALCULATE);
  await answered(page);
  await page.route(/\/api\/chat$/, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: 'id: 1\nevent: error\ndata: {"error":"the provider failed (500)"}\n\n' });
  }, { times: 1 });

  await ask(page, 'And 13*13?');

  await expect(page.getByText('the provider failed (500)')).toBeVisible();
  for (let looks = 0; looks < 2; looks++) await page.waitForResponse(/\/api\/chat\/messages/);
  await expect(page.getByText('the provider failed (500)')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('the provider failed (500)')).toHaveCount(0);
  await answered(page);
});

test('a title that is too long stays in the dialog, which tells the bound', async ({ page }) => {
  const title = `${'long '.repeat(24)}title`;
  await chat(page, 'Count to 2.');
  await choose(page, 'Rename');
  const field = page.getByRole('dialog').getByLabel('Title');
  await field.fill(title);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('alert')).toHaveText('At most 120 characters: this has 125.');
  await expect(field).toHaveValue(title);
  await expect(field).toHaveAccessibleDescription(/^At most 120/);
  await field.fill(title.slice(0, 120));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: title.slice(0, 120).trim(), level: 1 })).toBeVisible();
});

test('a message may be as long as the server takes, and a longer one stays as it was written', async ({ page }) => {
  await page.goto('/');
  const send = page.getByRole('button', { name: 'Send' });
  await message(page).fill('é'.repeat(500_001));
  await expect(page.getByRole('alert')).toHaveText(/^This message is longer than the server takes/);
  await expect(send).toBeDisabled();
  await message(page).press('Enter');
  expect((await message(page).inputValue()).length).toBe(500_001);
  await message(page).fill('x'.repeat(900_000));
  await expect(send).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await message(page).press('Enter');
  await answered(page);
});

test('a file that is too large is refused by its name before it is sent', async ({ page }, info) => {
  const sent: string[] = [];
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/');
  const film = info.outputPath('film.bin');
  await writeFile(film, '');
  await truncate(film, 25 * 1024 * 1024 + 1);
  await page.getByLabel('Files to attach').setInputFiles(film);
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(/^film\.bin is too large: it has .* at most\.$/)).toBeVisible();
  expect(sent).toEqual([]);
});

test('a question that another window was faster with is kept, and the running answer is shown', async ({ page, context, faults }) => {
  faults.expect(/status of 409/);
  await page.goto('/');
  await chooseSlowModel(page);
  await ask(page, 'Count to 3.');
  await answered(page);
  const second = await context.newPage();
  // This window does not load the questions of other windows by itself.
  await second.addInitScript(() => (window.setInterval = (() => 0) as unknown as typeof setInterval));
  await second.goto(page.url());
  await answered(second);
  await ask(page, 'Count to 1000.');
  await expect(answers(page).last()).toContainText('1 2 3 4');

  await ask(second, 'And then?');

  await expect(answers(second).last()).toContainText('1 2 3 4');
  await expect(message(second)).toHaveValue('And then?');
  await second.getByRole('button', { name: 'Stop', exact: true }).click();
  await answered(second);
});

test('a person who is offline is told so, and keeps what was written', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await expect(message(page)).toBeVisible();
  await context.setOffline(true);
  await ask(page, 'Count to 2.');
  await expect(toast(page, 'You are offline. Connect to a network and try again.')).toBeVisible();
  await expect(message(page)).toHaveValue('Count to 2.');
  await expect(page.getByText('dynamically imported')).toHaveCount(0);
  await context.setOffline(false);
  await page.evaluate(() => customElements.whenDefined('gh-markdown'));
});

test('the first question in other words names the chat anew, until a person names it', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 });
  await chat(page, 'Count to 3.');
  await page.getByRole('button', { name: 'Edit the message' }).click();
  await ask(page, 'Count to 4.');
  await answered(page);
  await expect(title).toHaveText('Count to 4.');
  await choose(page, 'Rename');
  await page.getByRole('dialog').getByLabel('Title').fill('Numbers');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit the message' }).click();
  await ask(page, 'Count to 5.');
  await answered(page);
  await page.reload();
  await expect(title).toHaveText('Numbers');
});
