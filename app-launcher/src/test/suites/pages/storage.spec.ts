import type { Page } from '@playwright/test';
import { answered, ask, message } from './chat';
import { expect, test } from './person';

/** Opens another page and comes back, without loading the application again. */
async function awayAndBack(page: Page, from: string) {
  await page.getByRole('link', { name: 'Files' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(from);
}

test('without the storage of the browser everything lasts as long as the page', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });
    }
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Hide this note' }).click();
  await page.getByRole('button', { name: 'Memory on' }).click();
  await page.getByRole('button', { name: /Agent/ }).click();
  await page.getByRole('button', { name: /account and theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await message(page).fill('A draft');
  await awayAndBack(page, '/');
  await expect(message(page)).toHaveValue('A draft');
  await expect(page.getByRole('button', { name: 'Memory off' })).toBeVisible();
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await ask(page, 'hello');
  await answered(page);
  await message(page).fill('Another draft');
  await awayAndBack(page, page.url());
  await expect(message(page)).toHaveValue('Another draft');
});

test('what the storage has of another form is passed over', async ({ page }) => {
  await page.addInitScript(() => {
    for (const key of ['guildhall-model', 'guildhall-memory', 'guildhall-theme']) localStorage.setItem(key, '{');
    for (const key of ['guildhall-page-states', 'guildhall-draft:']) sessionStorage.setItem(key, '{"a":1}');
  });
  await page.goto('/');
  await ask(page, 'hello');
  await answered(page);
  await awayAndBack(page, page.url());
});

test('the oldest drafts go when the storage is full', async ({ page }) => {
  await page.goto('/');
  const ids = await page.evaluate(async () => {
    const { keepLatest, windowStorage } = await import(document.querySelector<HTMLScriptElement>('script[src$="/app.js"]')!.src.replace('app.js', 'ui/storage.js'));
    const kept = (kind: string, most: number) => Array.from({ length: 5 }, (_, at) => {
      keepLatest(kind, `${kind}${at}`, String(at), most);
      return at;
    }).filter(at => windowStorage.get(`${kind}${at}`) !== undefined);
    const few = kept('few:', 3);
    // What is left of the storage has room for one text of this length.
    let free = 8_000_000;
    for (let size = free; size > 100; size = Math.floor(size / 2)) {
      try {
        sessionStorage.setItem(`filler${size}`, 'x'.repeat(size));
      } catch {
        free = size;
      }
    }
    const text = 'y'.repeat(free);
    for (const at of [0, 1, 2]) keepLatest('full:', `full:${at}`, text, 10);
    return { few, full: [0, 1, 2].filter(at => sessionStorage.getItem(`full:${at}`) !== null), isLatestKept: windowStorage.get('full:2') === text };
  });
  expect(ids.few).toEqual([2, 3, 4]);
  expect(ids.full.length).toBeLessThan(3);
  expect(ids.full).not.toContain(0);
  expect(ids.isLatestKept).toBe(true);
});
