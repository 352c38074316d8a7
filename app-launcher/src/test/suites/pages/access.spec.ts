import { hasNoBarrier, isAccessible } from './access';
import { chat, message, conversation } from './chat';
import { expect, test } from './person';

const PAGES = [
  ['/', '/chats', '/memory', '/files', '/dashboard'],
  ['/tools', '/integrations', '/tasks', '/tasks?kind=workflows', '/tasks?kind=definitions', '/definitions/new', '/runs', '/suites/smoke'],
  ['/account', '/account/sessions', '/account/password', '/account/providers', '/account/groups', '/account/audit'],
];

test.describe('with something on every page', () => {
  test.beforeAll(async ({ playwright, person }, { project }) => {
    const request = await playwright.request.newContext({ baseURL: project.use.baseURL, storageState: person.state });
    const { userId } = await (await request.get('/api/session')).json();
    const long = 'a-name-without-any-blank-in-it-'.repeat(5);
    const made = await Promise.all([
      request.post('/web/agent/api/memory', { data: { userId, type: 'long_term', content: `Ships are ${long}`, tags: ['harbour', long.slice(0, 50)] } }),
      request.post('/web/api/v1/tasks', { data: { type: 'echo', input: { long } } }),
      request.post('/web/api/v1/workflows', { data: { name: long.slice(0, 100), steps: [{ name: 'one', taskType: 'echo', input: {} }] } }),
      request.post('/api/files', { multipart: { file: { name: `${long}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') } } }),
      request.post('/api/chat', { data: { userId, agentMode: 'v0.1', messages: [{ role: 'user', content: long }] } }),
    ]);
    for (const answer of made) expect(answer.ok(), await answer.text()).toBe(true);
    await request.dispose();
  });

  for (const paths of PAGES) {
    test(`${paths.join(', ')}: no barrier, and a small screen is wide enough`, async ({ page }) => {
      for (const path of paths) {
        await test.step(path, async () => {
          await page.goto(path);
          await isAccessible(page);
        });
      }
    });
  }
});

test('a chat has no barrier and fits a small screen', async ({ page }) => {
  await chat(page, 'What is 12*12? Use the calculator.');
  await conversation(page).getByText('builtin.calculate', { exact: true }).click();
  await isAccessible(page);
});

test('a task, a workflow and a tool have no barrier and fit a small screen', async ({ page }) => {
  const names = ['one', 'two', 'three', 'four', 'five'];
  const steps = names.map((name, i) => ({ name, taskType: 'echo', input: {}, dependsOn: names.slice(Math.max(0, i - 1), i) }));
  const task = await page.request.post('/web/api/v1/tasks', { data: { type: 'echo', input: { hello: 'world' } } });
  const workflow = await page.request.post('/web/api/v1/workflows', { data: { name: 'Five steps', steps } });
  await page.goto(`/tasks/${(await task.json()).id}`);
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await isAccessible(page);
  await page.goto(`/workflows/${(await workflow.json()).id}`);
  await isAccessible(page);
  await page.goto('/tools');
  await page.getByRole('link', { name: /^builtin\.http_fetch/ }).click();
  await expect(page.getByRole('heading', { name: 'Try it out' })).toBeVisible();
  await isAccessible(page);
});

test('dialogs and menus have no barrier', async ({ page }) => {
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Submit a task' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Tools that it may use', exact: true })).toHaveAccessibleDescription('Names, separated by commas');
  await hasNoBarrier(page);
  await leave();
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await hasNoBarrier(page);
  await leave();
  await page.getByRole('button', { name: /account and theme$/ }).click();
  await expect(page.getByRole('menu', { name: 'Account and theme' })).toBeVisible();
  await hasNoBarrier(page);
});

test('a small screen has a bar of places without barriers', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(page.getByRole('complementary')).toBeHidden();
  await page.getByRole('button', { name: 'Model: demo' }).click();
  await expect(page.getByRole('menu', { name: 'Model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await hasNoBarrier(page);
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'More' }).click();
  await hasNoBarrier(page);
  const menu = page.getByRole('menu', { name: 'More' });
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await page.getByRole('menuitem', { name: 'Files' }).click();
  await expect(page).toHaveURL(/\/files$/);
});

test.describe('without an account', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the sign-in and the registration have no barrier and fit a small screen', async ({ page }) => {
    await page.goto('/sign-in');
    await isAccessible(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await isAccessible(page);
  });
});

test('an address that does not exist has a page with a way back', async ({ page, faults }) => {
  faults.expect(/404/);
  const answer = await page.goto('/nothing/here');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await expect(page).toHaveTitle('No such page · Guildhall');
  await isAccessible(page);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(message(page)).toBeVisible();
});

test('an address whose escapes are malformed has that page, too', async ({ page }) => {
  await page.goto('/chats/%E0%A4');
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
});

test.describe('without a session', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('an address that does not exist has a page with a way to the sign-in', async ({ page, faults }) => {
    faults.expect(/404/);
    expect((await page.goto('/nothing'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await isAccessible(page);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
  });
});
