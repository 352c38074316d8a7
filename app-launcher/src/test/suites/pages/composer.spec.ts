import type { Page } from '@playwright/test';
import { answered, answers, ask, chat, chooseSlowModel, conversation, message, SCREENS, toast } from './chat';
import { expect, register, signedIn, test } from './person';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' });

/** Sends an event with data that scripts cannot put into a clipboard: texts by their types, and pictures by their names. */
function give(page: Page, event: 'paste' | 'drop', place: string, texts: Record<string, string>, pictures: string[]) {
  return page.evaluate(([event, place, texts, pictures, base64]) => {
    const data = new DataTransfer();
    for (const [type, text] of Object.entries(texts)) data.setData(type, text);
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
    for (const name of pictures) data.items.add(new File([bytes], name, { type: 'image/png' }));
    const options = { bubbles: true, cancelable: true };
    const target = document.querySelector(place)!;
    if (event === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
    else for (const name of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(name, { ...options, dataTransfer: data }));
  }, [event, place, texts, pictures, PICTURE] as const);
}

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('the draft of a new chat survives leaving and loading the page again, with its files', async ({ page }) => {
      await page.goto('/');
      await page.getByLabel('Files to attach').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') });
      await message(page).fill('A question that is not ready');
      await expect(send(page)).toBeEnabled();

      await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Tasks' }).click();
      await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
      await page.goBack();
      await expect(message(page)).toHaveValue('A question that is not ready');
      await page.reload();

      await expect(message(page)).toHaveValue('A question that is not ready');
      await expect(attached(page).getByText('dot.png')).toBeVisible();
      await expect(attached(page).locator('img')).toHaveJSProperty('naturalWidth', 1);
      await send(page).click();
      await answered(page);
      await page.goto('/');
      await expect(message(page)).toHaveValue('');
      await expect(attached(page)).toHaveCount(0);
    });

    test('a paste from a spreadsheet is its text, that of a picture or of files is attached', async ({ page }) => {
      await page.goto('/');
      await expect(message(page)).toBeVisible();
      await give(page, 'paste', 'textarea', { 'text/plain': 'a\tb', 'text/html': '<table></table>' }, ['image.png']);
      await expect(attached(page)).toHaveCount(0);

      await give(page, 'paste', 'textarea', { 'text/html': '<img src="https://outside.example/x.png">' }, ['image.png']);
      await give(page, 'paste', 'textarea', { 'text/plain': 'dot.png' }, ['dot.png']);

      await expect(attached(page).getByRole('listitem')).toHaveText([/image\.png/, /dot\.png/]);
    });

    test('a file that is dropped anywhere is attached, with a thumbnail', async ({ page }) => {
      await chat(page, 'Count to 3.');

      await give(page, 'drop', '[role="log"]', {}, ['dot.png']);

      await expect(attached(page).getByText('dot.png')).toBeVisible();
      await expect(attached(page).locator('img')).toHaveJSProperty('naturalWidth', 1);
      await expect(page.getByText('Let go to attach')).toHaveCount(0);
      await message(page).fill('What is this?');
      await send(page).click();
      await answered(page);
      await expect(conversation(page).getByRole('link', { name: 'dot.png' })).toBeVisible();
      await expect(conversation(page).locator('img').last()).toHaveJSProperty('naturalWidth', 1);
    });

    test('the focus stays in the composer when an answer is stopped', async ({ page }) => {
      await page.goto('/');
      await chooseSlowModel(page);
      await ask(page, 'Count to 1000.');
      await expect(answers(page)).toHaveText(/^1 2 3 /);
      const stop = page.getByRole('button', { name: 'Stop', exact: true });
      await stop.focus();

      await page.keyboard.press('Enter');

      await answered(page);
      expect(await page.evaluate(() => Boolean(document.activeElement?.closest('gh-composer')))).toBe(true);
    });

    test('a text is copied where the browser has no clipboard for scripts', async ({ page }) => {
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
        Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
      });
      await chat(page, 'Count to 4.');

      await page.getByRole('button', { name: 'Copy the message' }).click();
      await expect(toast(page, 'Copied')).toBeVisible();
      await message(page).focus();
      await page.keyboard.press('ControlOrMeta+V');

      await expect(message(page)).toHaveValue('Count to 4.');
    });
  });
}

test('Enter on a phone begins a line, the button sends', async ({ browser, person }) => {
  const context = await browser.newContext({ ...SCREENS[1][1], storageState: person.state });
  const page = await context.newPage();
  await page.goto('/');
  await message(page).pressSequentially('one');
  await message(page).press('Enter');
  await message(page).pressSequentially('two');
  await expect(message(page)).toHaveValue('one\ntwo');
  await send(page).click();
  await answered(page);
  await context.close();
});

test('the key that confirms a composition does not send', async ({ page }) => {
  await page.goto('/');
  await message(page).fill('日本');
  // Safari: the composition has ended, and the key has only this code.
  await message(page).evaluate(area => area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true } as KeyboardEventInit)));
  await message(page).evaluate(area => area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })));
  await expect(message(page)).toHaveValue('日本');
  await expect(page).toHaveURL(/\/$/);
  await message(page).press('Enter');
  await answered(page);
});

// Contexts for requests begin with the session of the test, which another registration would end.
test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the draft of a new chat survives the end of the session, for the same user alone', async ({ page, context, playwright, baseURL, faults }) => {
    faults.expect(/status of 401/);
    const ada = await register(await playwright.request.newContext({ baseURL }));
    await context.addCookies(ada.state.cookies);
    await page.goto('/');
    await message(page).fill('Half a question');
    await context.clearCookies();
    await message(page).press('Enter');
    await expect(page.getByRole('heading', { name: /Sign in|Welcome/ })).toBeVisible();

    const grace = await register(await playwright.request.newContext({ baseURL }), 'Grace Hopper');
    await context.addCookies(grace.state.cookies);
    await page.goto('/');
    await expect(message(page)).toHaveValue('');
    await context.clearCookies();
    await context.addCookies((await signedIn(await playwright.request.newContext({ baseURL }), ada)).cookies);
    await page.goto('/');

    await expect(message(page)).toHaveValue('Half a question');
  });
});

test('a message from right to left is written and shown so', async ({ page }) => {
  await page.goto('/');
  await message(page).fill('مرحبا');
  await expect(message(page)).toHaveCSS('direction', 'rtl');
  await message(page).fill('Hello');
  await expect(message(page)).toHaveCSS('direction', 'ltr');
  await ask(page, '1. שלום');
  await expect(conversation(page).getByText('שלום', { exact: false }).first()).toHaveCSS('direction', 'rtl');
});

test('what is written while the first question is sent stays', async ({ page }) => {
  await page.goto('/');
  let letGo = () => {};
  const held = new Promise<void>(resolve => (letGo = resolve));
  await page.route(/\/api\/chat$/, async route => (await held, route.continue()));
  await ask(page, 'Count to 2.');
  await expect(message(page)).toHaveValue('');
  await message(page).fill('And then?');
  letGo();
  await answered(page);

  await expect(message(page)).toHaveValue('And then?');
  await page.reload();
  await expect(message(page)).toHaveValue('And then?');
  await page.goto('/');
  await expect(message(page)).toHaveValue('');
});

const named = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) });
const pick = (page: Page, ...names: string[]) => page.getByLabel('Files to attach').setInputFiles(names.map(named));

test('files stay with the chat that they were attached in, wherever their upload ends', async ({ page }) => {
  await chat(page, 'hello');
  const first = page.url();
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  await page.route(/\/api\/files$/, async route => (await held, route.continue()));
  await pick(page, 'one.txt', 'two.txt');
  await expect(attached(page).getByRole('listitem')).toHaveCount(2);

  await page.getByRole('link', { name: 'New chat' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL('/');
  await expect(attached(page)).toHaveCount(0);
  await pick(page, 'three.txt');
  await page.getByRole('link', { name: 'Files' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  const stored = page.waitForFunction(() => Object.values(sessionStorage).filter(text => /one\.txt.*two\.txt|two\.txt.*one\.txt|three\.txt/.test(text)).length === 2);
  release();
  await stored;

  await page.goBack();
  await expect(attached(page).getByRole('listitem')).toHaveText([/three\.txt/]);
  await page.goto(first);
  await expect(attached(page).getByRole('listitem')).toHaveCount(2);
  await expect(attached(page)).toContainText('one.txt');
  await expect(attached(page)).toContainText('two.txt');
});

test('an upload goes on while its chat is left and opened again, and a removed one leaves no file', async ({ page }) => {
  await page.goto('/');
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  await page.route(/\/api\/files$/, async route => (await held, route.continue()));
  await pick(page, 'kept.txt', 'removed.txt');
  await page.getByRole('button', { name: 'Remove removed.txt' }).click();
  await message(page).fill('Read it.');
  await message(page).press('Enter');
  await expect(page.locator('#compose-note').getByText('A file is being uploaded.')).toBeVisible();
  await page.getByRole('link', { name: 'Files' }).filter({ visible: true }).click();
  await page.goBack();
  await expect(attached(page).getByRole('listitem')).toHaveText([/kept\.txt/]);
  await message(page).fill('Read it now.');
  release();
  await expect(send(page)).not.toHaveAttribute('aria-disabled');
  await message(page).press('Enter');
  await answered(page);
  await expect(conversation(page).getByRole('link', { name: 'kept.txt' })).toBeVisible();
  const { files } = await (await page.request.get('/api/files')).json();
  expect(files.filter(({ name }: { name: string }) => name === 'removed.txt')).toEqual([]);
});

test('a file that could not be attached says why, and is tried again', async ({ page, faults }) => {
  faults.expect(/status of 507/);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Attach files' })).toHaveAttribute('title', /at most 10, 26.2 MB each/);
  await page.route(/\/api\/files$/, route => (route.request().postData()!.includes('bad.txt') ? route.fulfill({ status: 507, json: { error: 'STORAGE', message: 'the disk is full' } }) : route.continue()), { times: 2 });
  await pick(page, 'good.txt', 'bad.txt');
  await expect(attached(page).getByRole('listitem').filter({ hasText: 'bad.txt' })).toContainText('The disk is full.');
  await message(page).fill('Read them.');
  await message(page).press('Enter');
  await expect(page.locator('#compose-note').getByText('A file is not attached. Try again or remove it to send this message.')).toBeVisible();

  await page.getByRole('button', { name: 'Try to upload bad.txt again' }).click();
  await expect(send(page)).not.toHaveAttribute('aria-disabled');
  await expect(page.locator('#compose-note')).toHaveCount(0);
  await message(page).press('Enter');
  await answered(page);
  await expect(conversation(page).getByRole('link', { name: /(good|bad)\.txt/ })).toHaveCount(2);
});
