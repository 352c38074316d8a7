import { test, expect } from '@playwright/test';

const page1 = (word: string) => `<title>Eight</title><body style="background:#fff;font:20px monospace"><h1>${word}</h1></body>`;
const word = process.env.WORD ?? 'Hello';

test('passes', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/./);
});

test('fails', async ({ page }) => {
  await page.setContent(page1('fails'));
  await expect(page.locator('h1')).toHaveText('something else', { timeout: 500 });
});

test.skip('is skipped', async () => {});

test('equal screenshot', async ({ page }) => {
  await page.setContent(page1('equal'));
  await expect(page).toHaveScreenshot('equal.png');
});

test('changed screenshot', async ({ page }) => {
  await page.setContent(page1(word));
  await expect(page).toHaveScreenshot('changed.png', { timeout: 2000 });
});

test('no baseline', async ({ page }) => {
  await page.setContent(page1('none'));
  await expect(page).toHaveScreenshot('none.png');
});

test('passes on the second attempt', async ({}, info) => {
  expect(info.retry).toBe(1);
});

test('hangs', async ({ page }) => {
  await page.setContent(page1('hangs'));
  await page.waitForTimeout(600_000);
});
