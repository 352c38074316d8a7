import type { APIRequestContext, Page } from '@playwright/test';
import { isAccessible } from './access';
import { SCREENS, answers, chat, conversation, toast } from './chat';
import { expect, signInAsAdmin, test } from './person';

const COLLECTIONS = '/web/agent/api/collections';
const GATES = [
  '# Gates', '', 'The harbour has two gates. The northern gate opens at six, the southern one at eight.', '',
  '# Lamps', '', 'The lamp of the pier burns oil of colza. <b>It is never put out</b> between dusk and dawn.', '',
  '# Fees', '', 'A ship of more than forty tons pays nine crowns for each night at the quay.', '',
].join('\n\n');

async function collection(request: APIRequestContext, fields: object = {}): Promise<string> {
  const made = await request.post(COLLECTIONS, { data: { name: 'Harbour rules', ...fields } });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).id;
}

/** Adds a document and waits until it is ready. */
async function document(request: APIRequestContext, collectionId: string, name = 'gates.md', text = GATES) {
  const path = `${COLLECTIONS}/${collectionId}/documents`;
  const added = await request.post(path, { multipart: { file: { name, mimeType: 'text/markdown', buffer: Buffer.from(text) } } });
  expect(added.status(), await added.text()).toBe(202);
  const { id } = await added.json();
  await expect.poll(async () => (await (await request.get(`${path}/${id}`)).json()).status, { timeout: 30_000 }).toBe('ready');
  return id as string;
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

/** The answers of this page's chat cite these passages. */
async function citing(page: Page, content: string, citations: object[]) {
  await page.route(/\/api\/chat\/messages/, async route => {
    try {
      const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      const open = await response.json();
      Object.assign(open.messages.at(-1), { content, citations });
      await route.fulfill({ response, json: open });
    } catch {
      // The page was reloaded meanwhile, and asks again.
      await route.abort().catch(() => {});
    }
  });
}

for (const [screen, options] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(options);

    test('a collection is made, filled, searched, changed and deleted', async ({ page }) => {
      await page.goto('/collections');
      await page.getByRole('button', { name: 'Make a collection' }).first().click();
      await dialog(page).getByLabel('Name').fill(`Rules ${screen}`);
      await dialog(page).getByLabel('Description').fill('What holds in the harbour.');
      await isAccessible(page);
      await dialog(page).getByRole('button', { name: 'Make the collection' }).click();
      await expect(page).toHaveURL(/\/collections\/col_/);
      await expect(page.getByRole('heading', { name: `Rules ${screen}`, level: 1 })).toBeVisible();
      await isAccessible(page);

      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await (await choosing).setFiles([
        { name: 'gates.md', mimeType: 'text/markdown', buffer: Buffer.from(GATES) },
        { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 and nothing more') },
      ]);
      await expect(row(page, 'gates.md')).toContainText('ready', { timeout: 30_000 });
      await expect(row(page, 'gates.md')).toContainText(/\d+ passages?/);
      await expect(row(page, 'broken.pdf')).toContainText('failed', { timeout: 30_000 });
      await expect(row(page, 'broken.pdf').locator('.bad.wrap')).not.toBeEmpty();
      await isAccessible(page);

      await page.getByRole('searchbox', { name: 'Search the documents' }).fill('lamp of the pier');
      const hits = page.getByRole('list', { name: 'Passages' });
      await expect(hits.getByRole('listitem').first()).toContainText('relevance');
      await isAccessible(page);
      await hits.getByRole('button', { name: /gates\.md/ }).first().click();
      await expect(dialog(page).getByRole('heading', { name: 'gates.md' })).toBeVisible();
      await expect(dialog(page).locator('.passage-box.found')).toContainText('<b>It is never put out</b>');
      await expect(dialog(page).locator('.passage b')).toHaveCount(0);
      await isAccessible(page);
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      await expect(hits.getByRole('button', { name: /gates\.md/ }).first()).toBeFocused();
      await page.reload();
      await expect(hits).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search the documents' }).fill('');

      await row(page, 'broken.pdf').getByRole('button', { name: 'Delete broken.pdf' }).click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, 'broken.pdf deleted')).toBeVisible();
      await expect(row(page, 'broken.pdf')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Delete gates.md' })).toBeFocused();

      await page.getByRole('button', { name: `More about Rules ${screen}` }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      await dialog(page).getByLabel('Name').fill(`Laws ${screen}`);
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { name: `Laws ${screen}`, level: 1 })).toBeVisible();

      await page.getByRole('link', { name: 'All collections' }).click();
      await page.getByRole('searchbox', { name: 'Search collections' }).fill('laws holds');
      await expect(page.getByRole('link', { name: `Laws ${screen}` })).toBeVisible();
      await isAccessible(page);
      await page.getByRole('link', { name: `Laws ${screen}` }).click();
      await page.getByRole('button', { name: `More about Laws ${screen}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL(/\/collections$/);
      await expect(page.getByRole('link', { name: `Laws ${screen}` })).toHaveCount(0);
    });

    test('a number in an answer opens the passage that it cites, also after the document is deleted', async ({ page, request, faults }) => {
      faults.expect(/the server responded with a status of 404/);
      const id = await collection(request);
      const documentId = await document(request, id);
      const quote = 'A ship of more than forty tons';
      await chat(page, 'What does a night cost?');
      await citing(page, 'Nine crowns a night [1], and see [7] and [the quay](https://example.org).', [
        { n: 1, documentId, name: 'gates.md', page: null, quote },
      ]);
      await page.reload();

      const text = answers(page).first();
      await expect(text).toContainText('[7]');
      await text.getByRole('button', { name: 'Source 1: gates.md' }).click();
      await expect(dialog(page).getByRole('heading', { name: 'gates.md' })).toBeVisible();
      await expect(dialog(page).locator('mark')).toHaveText(quote);
      await isAccessible(page);
      await dialog(page).getByRole('button', { name: 'Close' }).last().click();
      await isAccessible(page);

      await request.delete(`${COLLECTIONS}/${id}/documents/${documentId}`);
      await conversation(page).getByRole('region', { name: 'Sources' }).getByRole('button', { name: /gates\.md/ }).click();
      await expect(dialog(page).getByRole('alert')).toContainText('The document is gone');
      await expect(dialog(page)).toContainText(quote);
      await isAccessible(page);
    });
  });
}

test('files are dropped; one that is refused is named and sent again, and the others go on', async ({ page, request, faults }) => {
  faults.expect(/the server responded with a status of 507/);
  await page.goto(`/collections/${await collection(request)}`);
  await expect(page.getByText('No documents yet')).toBeVisible();
  await page.route('**/documents', async route => {
    if (route.request().method() !== 'POST' || !route.request().postData()?.includes('full.md')) return route.fallback();
    return route.fulfill({ status: 507, json: { error: 'INSUFFICIENT_STORAGE', message: 'the storage is full', requestId: 'r1' } });
  });
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ['one.md', 'full.md', 'two.md']) transfer.items.add(new File([`# ${name}\n\nWords of ${name}.`], name));
    return transfer;
  });
  const zone = page.locator('.dropzone');
  await zone.dispatchEvent('dragenter', { dataTransfer: files });
  await expect(page.getByText('Drop to upload')).toBeVisible();
  await zone.dispatchEvent('drop', { dataTransfer: files });

  await expect(page.getByRole('alert').filter({ hasText: 'full.md' })).toContainText('The storage is full');
  await expect(row(page, 'one.md')).toContainText('ready', { timeout: 30_000 });
  await expect(row(page, 'two.md')).toContainText('ready', { timeout: 30_000 });
  await page.unroute('**/documents');
  await page.getByRole('button', { name: 'Upload full.md again' }).click();
  await expect(row(page, 'full.md')).toContainText('ready', { timeout: 30_000 });
});

test('a file beyond the limit is not sent', async ({ page, request }) => {
  await page.goto(`/collections/${await collection(request)}`);
  await page.evaluate(() => Object.defineProperty(File.prototype, 'size', { get: () => 300 * 1024 * 1024 }));
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await choosing).setFiles({ name: 'film.md', mimeType: 'text/markdown', buffer: Buffer.from('x') });
  await expect(page.getByRole('alert').filter({ hasText: 'film.md' })).toContainText(/is too large: it has .* at most/);
  await page.getByRole('button', { name: 'Dismiss film.md' }).click();
  await expect(page.getByText('No documents yet')).toBeVisible();
});

test('a page that shows documents being indexed asks again, and ends when nothing changes', async ({ page, request }) => {
  const id = await collection(request);
  const one = { id: 'doc_1', collectionId: id, name: 'slow.pdf', size: 9_000_000, contentType: 'application/pdf', status: 'indexing', error: null, pages: 12, passages: 0, embedded: 0, createdAt: new Date().toISOString() };
  let asked = 0;
  await page.route('**/documents?*', route => {
    asked += 1;
    return route.fulfill({ json: { documents: [asked < 3 ? one : { ...one, status: 'ready', pages: 40, passages: 90, embedded: asked < 5 ? 30 : 90 }], nextCursor: null } });
  });
  await page.goto(`/collections/${id}`);
  await expect(row(page, 'slow.pdf')).toContainText('indexing');
  await expect(row(page, 'slow.pdf')).toContainText('12 pages');
  await expect(page.getByRole('progressbar', { name: 'Meaning of slow.pdf' })).toHaveAttribute('aria-valuenow', '33');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const before = asked;
  await page.waitForTimeout(5_000);
  expect(asked).toBe(before);
});

test('an assistant gets a collection, and a group sees what is shared with it', async ({ page, request }) => {
  const made = await request.post('/web/api/v1/groups', { data: { name: 'Pilots' } });
  expect(made.status(), await made.text()).toBe(201);
  const group = (await made.json()).id;
  const id = await collection(request, { name: 'Pilot book', visibility: `group:${group}` });
  await page.goto('/assistants/new');
  await page.getByLabel('Name', { exact: true }).fill('Pilot');
  await page.getByRole('button', { name: 'Choose collections' }).click();
  await dialog(page).getByRole('searchbox', { name: 'Search collections' }).fill('pilot');
  await dialog(page).getByLabel('Pilot book').check();
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Choose 1' }).click();
  await expect(page.getByText('Pilot book')).toBeVisible();
  await page.getByLabel('Who can use it').selectOption('Pilots');
  const sent = page.waitForRequest(each => each.method() === 'POST' && each.url().endsWith('/assistants'));
  await page.getByRole('button', { name: 'Make the assistant' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ collections: [id] });
  await expect(page).toHaveURL(/\/assistants\/ast_/);
  await page.reload();
  await expect(page.getByText('Pilot book')).toBeVisible();
  await isAccessible(page);

  await page.goto(`/account/groups/${group}`);
  await expect(page.getByRole('link', { name: /^Pilot book/ })).toHaveAttribute('href', `/collections/${id}`);
  await expect(page.getByRole('link', { name: /^Pilot Assistant/ })).toBeVisible();
  await isAccessible(page);
});

test('only an administrator shares with everyone, and who reads alone changes nothing', async ({ page, request, playwright, baseURL }) => {
  await page.goto('/collections');
  await page.getByRole('button', { name: 'Make a collection' }).first().click();
  await expect(dialog(page).getByRole('option', { name: 'Everyone' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  const admin = await playwright.request.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const other = await page.context().browser()!.newContext();
  await signInAsAdmin(await other.newPage(), admin);
  const name = `For all ${Date.now()}`;
  const id = await collection(admin, { name, visibility: 'everyone' });
  await document(admin, id);
  await page.goto(`/collections/${id}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(row(page, 'gates.md')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete gates.md' })).toHaveCount(0);
  await admin.delete(`${COLLECTIONS}/${id}`);
  await admin.dispose();
  await other.close();
});
