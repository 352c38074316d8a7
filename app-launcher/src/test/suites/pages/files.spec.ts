import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { toast } from './chat';
import { expect, test } from './person';

async function upload(page: Page, name: string, buffer: Buffer) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(toast(page, `${name} uploaded`)).toBeVisible();
}

test('a file is uploaded, downloaded byte for byte and deleted', async ({ page }) => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256));
  const name = `every byte ${Date.now()}.bin`;
  await page.goto('/files');
  await upload(page, name, bytes);
  const item = page.getByRole('listitem').filter({ hasText: name });

  const downloading = page.waitForEvent('download');
  await item.getByRole('link', { name: `Download ${name}` }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(name);
  expect(bytes.equals(await readFile(await download.path()))).toBe(true);

  await item.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item.getByRole('button', { name: `Delete ${name}` })).toBeFocused();
  await item.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(item).toHaveCount(0);
  const deleted = page.waitForResponse(response => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  expect((await deleted).status()).toBe(204);
  await page.getByRole('link', { name: 'Memory', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Memory', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await expect(item).toHaveCount(0);
});

test('a deletion that could still be undone is carried out when the page is left', async ({ page }) => {
  const name = `left ${Date.now()}.txt`;
  await page.goto('/files');
  await upload(page, name, Buffer.from('x'));
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  await page.goto('about:blank');

  const names = async () => (await (await page.request.get('/api/files')).json()).files.map((file: { name: string }) => file.name);
  await expect.poll(names).not.toContain(name);
});

for (const [kind, name, shown] of [
  ['markup', '<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
  ['a path', '../../../etc/passwd.txt', 'passwd.txt'],
]) {
  test(`a name with ${kind} is a name and no more`, async ({ page }) => {
    const stored = await page.request.post('/api/files', { multipart: { file: { name, mimeType: 'text/html', buffer: Buffer.from('<script>alert(2)</script>') } } });
    expect(stored.status()).toBe(201);
    await page.goto('/files');
    const item = page.getByRole('listitem').filter({ hasText: shown });
    await expect(item).toBeVisible();
    await expect(item).not.toContainText('..');
    await expect(page.getByRole('main').locator('img')).toHaveCount(0);

    const downloading = page.waitForEvent('download');
    await item.getByRole('link', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).not.toContain('/');
    const [file] = (await stored.json()).files;
    const inline = await page.request.get(`/api/files?fileId=${file.id}&download=true`);
    expect(inline.headers()['content-disposition']).toMatch(/^attachment/);
  });
}
