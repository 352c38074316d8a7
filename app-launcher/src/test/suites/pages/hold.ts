import type { Page } from '@playwright/test';

/** Holds the first answer to an address back, until what this returns is called; that waits until the page has the answer. */
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
