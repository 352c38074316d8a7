import { test, expect } from '@playwright/test';

// Pictures are decoded and compared in JavaScript: small ones take little time.
test.use({ viewport: { width: 320, height: 240 } });

const html = (word: string) => `<title>Eight</title><body style="background:#fff;font:20px monospace"><h1>${word}</h1></body>`;

test('passes', async ({ page, baseURL }) => {
  expect(baseURL).toBe(process.env.TARGET_URL);
  await page.setContent(html('passes'));
  await expect(page).toHaveTitle('Eight');
});

test('fails', async ({ page }) => {
  await page.setContent(html('fails'));
  await expect(page.locator('h1')).toHaveText('something else', { timeout: 200 });
});

test.skip('is skipped', async () => {});

test('equal screenshot', async ({ page }) => {
  await page.setContent(html('equal'));
  await expect(page).toHaveScreenshot('equal.png');
});

test('changed screenshot', async ({ page }) => {
  await page.setContent(html(process.env.WORD ?? 'before'));
  // A comparison with another picture fails only after its timeout.
  await expect(page).toHaveScreenshot('changed.png', { timeout: process.env.WORD === 'after' ? 2_000 : 20_000 });
});

test('no baseline', async ({ page }) => {
  await page.setContent(html('none'));
  await expect(page).toHaveScreenshot();
});

test('passes on the second attempt', async ({}, info) => {
  expect(info.retry).toBe(1);
});

test.describe(() => {
  test.describe.configure({ retries: 0, timeout: 1000 });
  test('hangs', async ({ page }) => {
    await page.waitForTimeout(600_000);
  });
});
