import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAccessible } from './access';
import { SCREENS, ask, toast } from './chat';
import { expect, signInAsAdmin, test } from './person';

const KEY = 'sk-of-the-page';

/** A server of models that answers to one key alone. */
async function models(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${KEY}`;
    request.resume().on('end', () => {
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKnown
        ? { id: 'c', object: 'chat.completion', created: 1, model: 'their-model', choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }] }
        : { error: { message: 'no such key', type: 'invalid_request_error' } }));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

for (const [screen, options] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use({ ...options, storageState: { cookies: [], origins: [] } });

    test('an admin adds a model, tests it, asks it, disables it and deletes it', async ({ page, request, faults }) => {
      faults.expect(/status of 422/);
      const name = `page/${screen.replace(' ', '-')}`;
      const { server, address } = await models();
      await signInAsAdmin(page, request);
      await page.goto('/admin/models');
      await isAccessible(page);
      await page.getByRole('button', { name: 'Add a model' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Another address' }).click();
      await dialog.getByLabel('Address', { exact: true }).fill(address);
      await dialog.getByLabel('Model', { exact: true }).fill('their-model');
      await dialog.getByLabel('API key').fill('sk-wrong');
      await dialog.getByRole('button', { name: 'Test' }).click();
      await expect(dialog.getByRole('status')).toContainText('refused');
      await dialog.getByLabel('API key').fill(KEY);
      await dialog.getByRole('button', { name: 'Test' }).click();
      await expect(dialog.getByRole('status')).toContainText('It answered');
      await dialog.getByLabel('sees pictures').check();
      await dialog.getByText('Prices, fallbacks and context').click();
      await dialog.getByLabel('Input', { exact: true }).fill('2.5');
      await dialog.getByLabel('Output').fill('10');
      await dialog.getByLabel('Fallbacks').fill('nothing');
      await isAccessible(page);
      await dialog.getByRole('button', { name: 'Add model' }).click();
      await expect(dialog.getByRole('alert')).toContainText('nothing');
      await dialog.getByLabel('Fallbacks').fill('demo');
      await dialog.getByRole('button', { name: 'Add model' }).click();
      const row = page.getByRole('row', { name: new RegExp(name) });
      await expect(row).toContainText('enabled');
      await expect(row.getByTitle('sees pictures')).toBeVisible();
      const offered = await (await request.get('/api/models')).json();
      expect(offered.models.find((model: { id: string }) => model.id === name).capabilities).toEqual(['images']);

      const ask = () => request.post('/web/completion/api/complete', { data: { model: name, messages: [{ role: 'user', content: 'Hi' }] } });
      expect(await (await ask()).json()).toMatchObject({ content: 'Hello.' });
      const listed = await (await request.get('/web/api/v1/admin/models')).text();
      expect(listed).toContain(name);
      expect(listed).not.toContain(KEY);

      await row.getByRole('button', { name: `More about ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      await dialog.getByLabel('Address', { exact: true }).fill(`${address}/moved`);
      await expect(dialog.getByText('enter the key again')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await row.getByRole('button', { name: `More about ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await expect(row).toContainText('disabled');
      expect((await ask()).status()).toBe(400);
      await row.getByRole('button', { name: `More about ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(row).toHaveCount(0);
      server.close();
    });

    test('an installation with the demo alone is connected to a model by a key', async ({ page, request }) => {
      const { server, address } = await models();
      await signInAsAdmin(page, request);
      // Other tests run at the same server and need the demo, so that what is sent is looked at and not stored.
      const { models: all } = await (await request.get('/web/api/v1/admin/models')).json();
      const configured = all.filter((model: { source: string }) => model.source === 'environment');
      let sent: Record<string, unknown> = {};
      await page.route('**/web/api/v1/admin/models', async route => {
        if (route.request().method() === 'GET') return route.fulfill({ json: { models: configured } });
        sent = route.request().postDataJSON();
        return route.fulfill({ status: 201, json: { ...sent, version: 1 } });
      });
      await page.goto('/admin/models');
      await expect(page.getByRole('heading', { name: 'Connect the first model' })).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Connect a model' }).last().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Another address' }).click();
      await dialog.getByLabel('Address', { exact: true }).fill(address);
      await dialog.getByLabel('API key').fill(KEY);
      await dialog.getByLabel('Model', { exact: true }).fill('their-model');
      await isAccessible(page);
      await dialog.getByRole('button', { name: 'Connect' }).click();
      await expect(toast(page, 'their-model answers from now on')).toBeVisible();
      expect(sent).toMatchObject({ name: 'their-model', isDefault: true, deployments: [{ provider: 'openai', baseUrl: address, apiKey: KEY }] });
      server.close();
    });

    test('each chat keeps the model that was chosen in it', async ({ page, request }) => {
      await signInAsAdmin(page, request);
      const choose = async (name: RegExp) => {
        await page.getByRole('button', { name: /^Model: / }).click();
        await page.getByRole('menuitemradio', { name }).or(page.getByRole('dialog').getByRole('button', { name })).first().click();
      };
      await page.goto('/');
      await choose(/the same, word by word/);
      await ask(page, 'Count to 2.');
      await expect(page).toHaveURL(/\/chats\/./);
      const slow = page.url();
      await page.goto('/');
      await choose(/answers by rule/);
      await ask(page, 'Count to 3.');
      await expect(page).toHaveURL(/\/chats\/./);
      await page.goto(slow);
      await expect(page.getByRole('button', { name: /^Model: demo-slow/ })).toBeVisible();
    });

    test('of a hundred models each can be found and chosen', async ({ page, request }) => {
      await signInAsAdmin(page, request);
      const many = Array.from({ length: 100 }, (_, at) => ({ id: `model-${at}`, name: `Model ${at}`, provider: at < 50 ? 'openai' : 'anthropic',
        capabilities: at === 99 ? ['images', 'reasoning'] : at === 98 ? ['images'] : [] }));
      await page.route('**/api/models', route => route.fulfill({ json: { models: many, provider: 'openai', defaultModel: 'model-0' } }));
      await page.goto('/');
      await page.getByRole('button', { name: /^Model: model-0/ }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('group', { name: 'anthropic' }).getByRole('button')).toHaveCount(50);
      await isAccessible(page);
      await expect(dialog.getByRole('button', { name: /^Model \d+/ })).toHaveCount(100);
      await dialog.getByRole('searchbox').fill('pictures');
      await expect(dialog.getByRole('button', { name: /^Model \d+/ })).toHaveCount(2);
      await expect(dialog.getByRole('button', { name: 'Model 98 sees pictures', exact: true })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Model 99 sees pictures reasons', exact: true })).toBeVisible();
      await dialog.getByRole('searchbox').fill('anthropic 99');
      await dialog.getByRole('button', { name: 'Model 99' }).click();
      await expect(page.getByRole('button', { name: /^Model: model-99/ })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: /^Model: model-99/ })).toBeVisible();
    });
  });
}
