import type { Page } from '@playwright/test';

/**
 * Delays the first response to an address until the returned function is called, which waits until the page has the
 * response.
 */
export async function hold(page: Page, address: RegExp) {
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route(address, async route => {
    await released;
    await route.continue();
  }, { times: 1 });
  return async () => {
    const answered = page.waitForResponse(address);
    release();
    await (await answered).finished();
  };
}
