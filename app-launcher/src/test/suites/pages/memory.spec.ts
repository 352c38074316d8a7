import { chat, toast } from './chat';
import { expect, test } from './person';

test('what the agent remembers is listed with its source, found and deleted', async ({ page }) => {
  const said = 'I live in Lisbon and I prefer trains to planes.';
  await chat(page, said);
  await page.getByRole('link', { name: 'Memory' }).click();
  const fact = page.getByRole('listitem').filter({ hasText: 'Lisbon' }).first();
  await fact.getByRole('button', { name: 'Source' }).click();
  await expect(page.getByRole('dialog').getByRole('blockquote')).toContainText(said);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Add a memory' }).click();
  await page.getByLabel('What to remember').fill('My bicycle is green.');
  await page.getByLabel('Tags').fill('travel, things');
  await page.getByRole('button', { name: 'Add memory' }).click();
  const added = page.getByRole('listitem').filter({ hasText: 'My bicycle is green.' });
  await expect(added).toContainText('travel');
  await page.getByRole('searchbox', { name: 'Search memories by meaning' }).fill('bicycle');
  await expect(added).toContainText('relevance');

  await added.getByRole('button', { name: 'Edit this memory' }).click();
  await page.getByRole('dialog').getByLabel('What to remember').fill('My bicycle is red.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const edited = page.getByRole('listitem').filter({ hasText: 'My bicycle is red.' });
  await expect(edited).toBeVisible();
  await expect(added).toHaveCount(0);

  await edited.getByRole('button', { name: 'Delete this memory' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(edited.getByRole('button', { name: 'Delete this memory' })).toBeFocused();
  await edited.getByRole('button', { name: 'Delete this memory' }).click();
  await expect(toast(page, 'Memory deleted')).toBeVisible();
  const deleted = page.waitForResponse(response => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  expect((await deleted).status()).toBe(204);
  await page.getByRole('searchbox', { name: 'Search memories by meaning' }).fill('');
  await expect(page.getByRole('listitem').filter({ hasText: 'Lisbon' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Lisbon' }).first()).toBeVisible();
  await expect(edited).toHaveCount(0);

  await page.getByRole('button', { name: 'Conversations' }).click();
  await expect(page.getByRole('main').getByText(said)).toBeVisible();
});

test('the focus goes from a memory that is deleted to the next one, and from the last one to the heading', async ({ page }) => {
  const { userId } = await (await page.request.get('/api/session')).json();
  const word = `walrus${Date.now()}`;
  const items = ['one', 'two'].map(name => ({ id: `mem-${name}`, content: `${word} ${name}`, type: 'long_term', tags: [], importance: 0.5, createdAt: new Date().toISOString(), userId }));
  await page.route(/\/api\/memory\/[^/]*\?/, route => route.fulfill({ json: { memories: items, nextCursor: null } }));
  await page.goto('/memory');
  const remove = (content: string) => page.getByRole('listitem').filter({ hasText: content }).getByRole('button', { name: 'Delete this memory' });
  await remove(`${word} one`).focus();
  await page.keyboard.press('Enter');
  await expect(remove(`${word} two`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Memory', level: 1 })).toBeFocused();
});
