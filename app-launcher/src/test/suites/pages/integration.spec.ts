import type { Page, Request } from '@playwright/test';
import { isAccessible } from './access';
import { SCREENS, toast } from './chat';
import { api, McpPeer } from './peers';
import { expect, signInAsAdmin, test } from './person';

const ITEMS = '**/web/api/v1/integrations';
const TOOL = { effect: 'read', status: 'active' };

type Known = Record<string, unknown> & { name: string; state: string };

/** What the server says about an integration that its reader has added. */
const added = (more: object = {}): Known => ({
  name: 'notes', displayName: 'Notes', description: 'What was written down.', kind: 'mcp', auth: 'none', scopes: [], connected: true, grantedScopes: [],
  connectedAt: null, state: 'ready', error: null, toolCount: 0, checkedAt: '2026-11-30T09:00:00.000Z', source: 'http', visibility: 'private', leftOut: [], tools: [],
  url: 'https://notes.example/mcp', headerNames: [], sampling: false, ...more,
});

/** Answers for one integration, as it is now; the requests are kept. */
async function server(page: Page, known: Known) {
  const asked: string[] = [];
  const sent: Record<string, unknown>[] = [];
  const note = (request: Request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  await page.route(ITEMS, async route => {
    const request = route.request();
    note(request);
    if (request.method() !== 'POST') return route.fulfill({ json: { integrations: [known] } });
    const body = request.postDataJSON();
    sent.push(body);
    Object.assign(known, { name: body.name, displayName: body.displayName ?? body.name, kind: body.kind, visibility: body.visibility });
    return route.fulfill({ status: 201, json: known });
  });
  await page.route(`${ITEMS}/${known.name}`, async route => {
    const request = route.request();
    note(request);
    if (request.method() === 'DELETE') return route.fulfill({ status: 204 });
    if (request.method() === 'PATCH') {
      sent.push(request.postDataJSON());
      Object.assign(known, request.postDataJSON());
    }
    return route.fulfill({ json: known });
  });
  await page.route(`${ITEMS}/${known.name}/refresh`, route => {
    note(route.request());
    known.state = 'connecting';
    return route.fulfill({ status: 202, json: known });
  });
  return { asked, sent };
}

const dialog = (page: Page) => page.getByRole('dialog');
const section = (page: Page, heading: string | RegExp) => page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });

for (const [screen, options] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(options);

    test('a server is added by its address, its tools come by themselves, and what it changed is approved', async ({ page }) => {
      const known = added({ state: 'connecting', checkedAt: null });
      const { asked, sent } = await server(page, known);
      const approved: string[] = [];
      await page.route('**/web/api/v1/tools/*/approve', route => {
        const [id] = route.request().url().split('/').slice(-2);
        approved.push(id!);
        known.tools = (known.tools as Record<string, unknown>[]).map(tool => (tool.id === id ? { ...tool, status: 'active' } : tool));
        return route.fulfill({ json: {} });
      });

      await page.goto('/integrations');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog(page).getByText('Who can use it')).toHaveCount(0);
      await dialog(page).getByLabel('Address', { exact: true }).fill('https://mcp.notes.example/mcp');
      await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('notes');
      await dialog(page).getByLabel('Title').fill('Notes');
      await dialog(page).getByLabel('Key', { exact: true }).fill('k-1');
      await dialog(page).getByText('Headers, OAuth client').click();
      await dialog(page).getByLabel('Headers', { exact: true }).fill('X-Team: blue\nno header');
      await isAccessible(page);
      await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog(page).getByRole('alert')).toContainText('“no header” is not a name');
      await dialog(page).getByLabel('Headers', { exact: true }).fill('X-Team: blue: green\n');
      await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page).toHaveURL(/\/integrations\/notes$/);
      expect(sent).toEqual([{
        name: 'notes', kind: 'mcp', visibility: 'private', displayName: 'Notes', url: 'https://mcp.notes.example/mcp', sampling: false,
        headers: { 'X-Team': 'blue: green', Authorization: 'Bearer k-1' },
      }]);

      await expect(page.getByRole('status').filter({ hasText: 'Its tools are being read' })).toBeVisible();
      Object.assign(known, {
        state: 'ready', checkedAt: '2026-11-30T09:00:00.000Z', toolCount: 2, headerNames: ['X-Team', 'Authorization'],
        tools: [
          { ...TOOL, id: 'tool_1', name: 'notes.find', description: 'Finds notes by their words.' },
          { ...TOOL, id: 'tool_2', name: 'notes.erase', description: 'Erases a note.', effect: 'destructive' },
          { ...TOOL, id: 'tool_3', name: 'notes.send', description: 'Sends a note to anyone.', effect: 'write', status: 'quarantined' },
        ],
        leftOut: [{ name: 'draw', reason: 'inputSchema: is not the schema of an object' }],
      });
      await expect(section(page, '2 tools').getByRole('link', { name: /notes\.erase.*may destroy/ })).toHaveAttribute('href', '/tools/tool_2');
      await expect(page.getByText('X-Team, Authorization (values are not shown)')).toBeVisible();
      await page.getByText('Left out: 1').click();
      await expect(page.getByText('is not the schema of an object')).toBeVisible();
      await isAccessible(page);

      await page.getByRole('button', { name: 'Approve notes.send' }).click();
      await expect(toast(page, 'notes.send can be used')).toBeVisible();
      await expect(section(page, '3 tools').getByRole('link', { name: /notes\.send/ })).toBeVisible();
      expect(approved).toEqual(['tool_3']);

      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Its tools are being read' })).toBeVisible();
      Object.assign(known, { state: 'failed', error: 'notes.example answered 502. Ask its operator, then refresh.' });
      await expect(page.getByRole('status').filter({ hasText: 'Ask its operator' })).toBeVisible();

      await page.getByRole('button', { name: 'More about Notes' }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      await dialog(page).getByLabel('Title').fill('My notes');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { name: 'My notes', level: 1 })).toBeVisible();
      expect(sent[1]).toMatchObject({ displayName: 'My notes', url: 'https://notes.example/mcp' });
      expect(sent[1]).not.toHaveProperty('headers');

      await page.getByRole('button', { name: 'More about My notes' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(dialog(page)).toContainText('your connection ends');
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL(/\/integrations$/);
      expect(asked).toContain('DELETE /web/api/v1/integrations/notes');
    });

    test('an API is added by its document, from an address, a file or as text', async ({ page, faults }) => {
      const known = added({ kind: 'openapi', url: undefined, baseUrl: 'https://shop.example' });
      const { sent } = await server(page, known);
      const open = async () => {
        await page.goto('/integrations');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await dialog(page).getByRole('button', { name: 'OpenAPI document' }).click();
      };
      const add = () => dialog(page).getByRole('button', { name: 'Add', exact: true }).click();

      await open();
      await dialog(page).getByLabel('Address of the document').fill('https://shop.example/openapi.json');
      await dialog(page).getByLabel('Name', { exact: true }).fill('notes');
      await add();
      await expect(page).toHaveURL(/\/integrations\/notes$/);

      await open();
      await dialog(page).getByRole('button', { name: 'File' }).click();
      await dialog(page).getByLabel('Name', { exact: true }).fill('notes');
      await add();
      await expect(dialog(page).getByRole('alert')).toContainText('Choose a file');
      await dialog(page).getByLabel('File', { exact: true }).setInputFiles({ name: 'big.json', mimeType: 'application/json', buffer: Buffer.alloc(5 * 1024 * 1024 + 1, ' ') });
      await add();
      await expect(dialog(page).getByRole('alert')).toContainText('5.2 MB at most');
      await dialog(page).getByLabel('File', { exact: true }).setInputFiles({ name: 'shop.yaml', mimeType: 'application/yaml', buffer: Buffer.from('openapi: 3.1.0') });
      await add();
      await expect(page).toHaveURL(/\/integrations\/notes$/);

      await open();
      await dialog(page).getByRole('button', { name: 'Paste' }).click();
      await dialog(page).getByLabel('Document', { exact: true }).fill('swagger: "2.0"');
      await dialog(page).getByLabel('Name', { exact: true }).fill('notes');
      await dialog(page).getByLabel('Address of the API').fill('https://shop.example');
      await isAccessible(page);
      faults.expect(/status of 422/);
      await page.route(ITEMS, route => (route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { error: { code: 'VALIDATION_ERROR', message: 'document: has no operation that can be a tool', status: 422 } } })
        : route.fallback()), { times: 1 });
      await add();
      await expect(dialog(page).getByRole('alert')).toContainText('Document has no operation that can be a tool.');
      await add();
      await expect(page).toHaveURL(/\/integrations\/notes$/);

      expect(sent).toEqual([
        { name: 'notes', kind: 'openapi', visibility: 'private', url: 'https://shop.example/openapi.json' },
        { name: 'notes', kind: 'openapi', visibility: 'private', document: 'openapi: 3.1.0' },
        { name: 'notes', kind: 'openapi', visibility: 'private', document: 'swagger: "2.0"', baseUrl: 'https://shop.example' },
      ]);
    });

    test('thousands of tools are searched and shown bit by bit', async ({ page }) => {
      const tools = Array.from({ length: 3_000 }, (_, i) => ({ ...TOOL, id: `tool_${i}`, name: `notes.t${i}`, description: `Tool number ${i}.` }));
      await server(page, added({ tools, toolCount: 3_000 }));
      await page.goto('/integrations/notes');

      const list = section(page, '3,000 tools');
      await expect(list.getByRole('listitem')).toHaveCount(50);
      await list.getByRole('button', { name: 'Show more (2,950)' }).click();
      await expect(list.getByRole('listitem')).toHaveCount(100);
      await list.getByRole('searchbox').fill('number 2999');
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list.getByRole('link', { name: /notes\.t2999/ })).toBeVisible();
      await list.getByRole('searchbox').fill('nothing of the kind');
      await expect(list.getByText('No tool found')).toBeVisible();
    });
  });
}

test.describe('as an admin', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('a server and an API that run on this machine are added by an admin, and their tools work', async ({ page, request }) => {
    await signInAsAdmin(page, request);
    const peer = new McpPeer();
    const pets = await api();
    const add = async (fill: () => Promise<void>) => {
      await page.goto('/integrations');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await fill();
      await dialog(page).getByRole('button', { name: 'Everyone' }).click();
      await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    };
    const execute = async (link: RegExp, result: string) => {
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await expect(page.getByLabel('the result', { exact: true })).toContainText(result);
    };

    const address = await peer.start('k-of-peer');
    await add(async () => {
      await dialog(page).getByLabel('Address', { exact: true }).fill(address);
      await dialog(page).getByLabel('Name', { exact: true }).fill('peer');
      await dialog(page).getByLabel('Key', { exact: true }).fill('k-of-peer');
    });
    await expect(page).toHaveURL(/\/integrations\/peer$/);
    await expect(page.getByText('Authorization (values are not shown)')).toBeVisible();
    await execute(/peer\.greet.*reads/, 'Hello from the peer.');

    peer.add('part', 'Says goodbye.');
    await page.goto('/integrations/peer');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Approve peer.part' }).click();
    await expect(section(page, '2 tools').getByRole('link', { name: /peer\.part/ })).toBeVisible();

    await add(async () => {
      await dialog(page).getByRole('button', { name: 'OpenAPI document' }).click();
      await dialog(page).getByRole('button', { name: 'File' }).click();
      await dialog(page).getByLabel('Name', { exact: true }).fill('pets-of-page');
      await dialog(page).getByLabel('File', { exact: true }).setInputFiles({ name: 'pets.yaml', mimeType: 'application/yaml', buffer: Buffer.from(`swagger: '2.0'
info: {title: Pets of the page, version: '1'}
host: ${new URL(pets.address).host}
schemes: [http]
basePath: /v2
paths:
  /pets: {get: {operationId: listPets, summary: Lists pets.}}
  /picture: {put: {operationId: draw, consumes: [image/png], parameters: [{name: it, in: body, required: true, schema: {type: string}}]}}
`) });
    });
    await expect(page.getByRole('heading', { name: 'Pets of the page', level: 1 })).toBeVisible();
    await page.getByText('Left out: 1').click();
    await expect(page.getByText('neither JSON nor a form: image/png')).toBeVisible();
    await execute(/pets-of-page\.list_pets.*reads/, '/v2/pets');

    for (const name of ['peer', 'pets-of-page']) {
      await page.goto(`/integrations/${name}`);
      await page.getByRole('button', { name: /^More about/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL(/\/integrations$/);
      await expect(page.locator(`a[href="/integrations/${name}"]`)).toHaveCount(0);
    }
    peer.stop();
    pets.server.close();
  });

  test('only an admin may choose that everyone uses an integration', async ({ page, request }) => {
    await signInAsAdmin(page, request);
    const { sent } = await server(page, added({ tools: [] }));
    await page.goto('/integrations');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Everyone' }).click();
    await dialog(page).getByLabel('Address', { exact: true }).fill('https://notes.example/mcp');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('everyone', { exact: true })).toBeVisible();
    expect(sent).toMatchObject([{ visibility: 'shared', name: 'notes' }]);
  });
});

test('an inner address is refused to a user by its field', async ({ page, faults }) => {
  faults.expect(/status of 422/);
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog(page).getByLabel('Address', { exact: true }).fill('http://169.254.169.254/latest');
  await dialog(page).getByLabel('Name', { exact: true }).fill('inside');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('must be a public address');
});

test('who may not change an integration sees its tools alone', async ({ page }) => {
  const { url, headerNames, sampling, ...rest } = added({ source: 'manifest', visibility: 'shared', tools: [{ ...TOOL, id: 'tool_1', name: 'notes.find', description: 'Finds.' }] });
  await server(page, rest as Known);
  await page.goto('/integrations/notes');
  await expect(section(page, '1 tool').getByRole('link', { name: /notes\.find.*reads/ })).toBeVisible();
  for (const action of ['Refresh', 'More about Notes']) await expect(page.getByRole('button', { name: action })).toHaveCount(0);
  await expect(page.getByText('https://notes.example')).toHaveCount(0);
});

test('the logo is the one that this server keeps, else the letters of the name', async ({ page }) => {
  const known = added({ logo: '/api/v1/integrations/notes/logo' });
  await server(page, known);
  await page.route(`${ITEMS}/notes/logo`, route => route.fulfill({ contentType: 'image/gif', body: Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64') }));
  await page.goto('/integrations');
  await expect(page.locator('.logo img')).toHaveJSProperty('naturalWidth', 1);
  known.logo = null;
  await page.reload();
  await expect(page.locator('.logo')).toHaveText('N');
});
