import type { Page } from '@playwright/test';
import { PHONE, WIDTHS } from './access';
import { chat, conversation } from './chat';
import { expect, register, test } from './person';

const scroll = (page: Page) => page.locator('.scroll');
const top = (page: Page) => scroll(page).evaluate(box => Math.round(box.scrollTop));

test.describe('of a user with many tasks', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  for (const [name, viewport] of WIDTHS) {
    test(`Back returns to the rows, the filter and the place of a list (${name})`, async ({ page, playwright, baseURL }) => {
      const request = await playwright.request.newContext({ baseURL });
      await register(request);
      await page.context().addCookies((await request.storageState()).cookies);
      for (let i = 0; i < 45; i++) await request.post('/web/api/v1/tasks', { data: { type: 'echo', input: { number: i } }, headers: { Prefer: 'wait=10' } });
      await page.setViewportSize(viewport);
      await page.goto('/tasks');
      await page.getByLabel('Status').selectOption('completed');
      await scroll(page).evaluate(box => (box.scrollTop = box.scrollHeight));
      await expect(page.getByRole('row')).toHaveCount(46);
      const link = page.getByRole('row').nth(38).getByRole('link');
      await link.scrollIntoViewIfNeeded();
      const before = await top(page);
      expect(before).toBeGreaterThan(500);
      const open = () => link.click();

      await open();
      await expect(page).toHaveURL(/\/tasks\/task_/);
      await expect.poll(() => top(page)).toBe(0);
      await page.goBack();
      await expect(page.getByRole('row')).toHaveCount(46);
      await expect.poll(() => top(page)).toBe(before);
      await expect(page.getByLabel('Status')).toHaveValue('completed');

      await open();
      await expect(page).toHaveURL(/\/tasks\/task_/);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Input' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('row')).toHaveCount(46);
      await expect.poll(() => top(page)).toBe(before);
      await request.dispose();
    });
  }
});

test.describe('of a user with many chats', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('Back returns to the rows, the words and the place of the chats', async ({ page, playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL });
    await register(request);
    await page.context().addCookies((await request.storageState()).cookies);
    const { userId } = await (await request.get('/api/session')).json();
    for (let i = 0; i < 45; i++) {
      const answer = await request.post('/api/chat', { data: { userId, agentMode: 'v0.1', enableMemory: false, messages: [{ role: 'user', content: `lighthouse number ${i}` }] } });
      expect(answer.status(), await answer.text()).toBe(200);
    }
    await page.goto('/chats');
    const search = page.getByRole('main').getByRole('searchbox', { name: 'Search chats by title or message' });
    const rows = page.getByRole('main').getByRole('listitem');
    await search.fill('nothing has these words');
    await expect(page.getByText('The search covers titles and messages')).toBeVisible();
    await search.fill('lighthouse');
    await expect(rows).toHaveCount(30);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(rows).toHaveCount(45);
    await expect(rows.nth(30).getByRole('link')).toBeFocused();
    await rows.nth(38).scrollIntoViewIfNeeded();
    const before = await top(page);
    expect(before).toBeGreaterThan(500);

    await rows.nth(38).getByRole('link').click();
    await expect(page).toHaveURL(/\/chats\/./);
    await page.goBack();
    await expect(rows).toHaveCount(45);
    await expect.poll(() => top(page)).toBe(before);
    await expect(search).toHaveValue('lighthouse');
    await request.dispose();
  });
});

test('Back returns to what was searched and chosen', async ({ page }) => {
  await page.goto('/memory');
  await page.getByRole('button', { name: 'Conversations' }).click();
  await page.getByRole('main').getByRole('searchbox').fill('harbour');
  await expect(page).toHaveURL(/q=harbour/);
  await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('link', { name: 'Files' }).filter({ visible: true }).click();
  await page.goBack();
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('harbour');
  await expect(page.getByRole('button', { name: 'Conversations' })).toHaveAttribute('aria-pressed', 'true');
});

for (const [name, viewport] of WIDTHS) {
  test(`Back closes a dialog and stays on the page (${name})`, async ({ page }) => {
    const dialog = page.getByRole('dialog');
    await page.setViewportSize(viewport);
    await page.goto('/files');
    await page.goto('/tasks');
    await page.getByRole('button', { name: 'Submit a task' }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/tasks$/);
    await page.keyboard.press('Control+k');
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/tasks$/);

    // A dialog that is left another way leaves no entry behind, nor does one that leads to a page.
    await page.getByRole('button', { name: 'Submit a task' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => history.state.dialog)).toBeUndefined();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dashboard');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/tasks$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/files$/);
  });
}

test('a dialog or a page that follows a closed dialog at once stays', async ({ page }) => {
  await page.goto('/files');
  await page.goto('/tasks');
  const dialog = page.getByRole('dialog');
  const key = (name: string) => page.evaluate(([name]) => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, ctrlKey: true, bubbles: true, cancelable: true })), [name]);
  const close = () => page.evaluate(() => document.querySelector('dialog')!.close());
  for (let i = 0; i < 5; i++) {
    await expect(page.getByRole('button', { name: 'Submit a task' })).toBeVisible();
    await key('k');
    await expect(dialog).toHaveCount(1);
    // The history moves back while the next one opens.
    await page.evaluate(() => {
      document.querySelector('dialog')!.addEventListener('close', () => setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })), 1));
    });
    await close();
    await page.waitForTimeout(100);
    await expect(dialog).toHaveCount(1);
    await page.evaluate(() => {
      document.querySelector('dialog')!.addEventListener('close', () => setTimeout(() => document.querySelector<HTMLElement>('a[href="/memory"]')!.click(), 1));
    });
    await close();
    await page.waitForTimeout(100);
    await expect(page).toHaveURL(/\/memory$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/tasks$/);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/files$/);
});

test('a reload with an open dialog leaves no entry of it', async ({ page }) => {
  await page.goto('/files');
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Submit a task' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Submit a task' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state.dialog)).toBeUndefined();
  await page.goBack();
  await expect(page).toHaveURL(/\/files$/);
});

test('after an outage the list of chats comes back by itself, and stays meanwhile', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/);
  await chat(page, 'Count to 3.');
  const side = page.getByRole('complementary').getByRole('navigation', { name: 'Chats' });
  await expect(side.getByRole('link').first()).toBeVisible();
  await page.goto('/files');
  await expect(side.getByRole('link').first()).toBeVisible();
  const away = () => page.route(/\/(api|web|health)\//, route => route.abort());
  await away();
  await page.evaluate(async () => {
    const { src } = document.querySelector<HTMLScriptElement>('script[src$="app.js"]')!;
    const { chats } = await import(src.replace('app.js', 'state.js'));
    await chats.load();
  });
  await page.getByRole('link', { name: 'Tasks' }).first().click();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached');
  await expect(side.getByRole('link').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Status')).toBeVisible();

  // A window that never had the list.
  await page.route(/\/api\/chat\?/, route => route.abort());
  await page.reload();
  await expect(page.getByRole('complementary').getByRole('alert')).toContainText('could not be loaded');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(side.getByRole('link').first()).toBeVisible();
});

test('a page asks again at once when the browser is online again', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/files');
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Memory' }).first().click();
  await expect(page.getByRole('alert')).toContainText(/offline|could not be loaded/i);
  // By now the pause between two attempts is longer than the time below.
  await page.waitForTimeout(4_000);
  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible({ timeout: 2_000 });
});
