import type { Page } from '@playwright/test';
import { isAccessible } from './access';
import { answered, chat, conversation, SCREENS } from './chat';
import { expect, test } from './person';

const CALL = { callId: 'c1', tool: 'camera.shot', parameters: {}, success: true, data: { ok: true }, error: null };
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" onload="alert(1)"><script>alert(2)</script>'
  + '<rect width="320" height="180" fill="teal"/></svg>';

/** The last answer of the chat has these calls. */
const withCalls = (page: Page, toolCalls: object[]) =>
  page.route(/\/api\/chat\/messages/, async route => {
    const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    const open = await response.json();
    open.messages.at(-1).toolCalls = toolCalls;
    await route.fulfill({ response, json: open });
  });

const listed = (page: Page, integration: object) =>
  page.route('**/web/api/v1/integrations', route => route.fulfill({
    json: { integrations: [{ name: 'camera', displayName: 'Camera', description: 'Takes pictures.', state: 'ready', auth: 'apiKey', ...integration }] },
  }));

for (const [screen, use] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('the pictures and sounds of a tool are shown, and a drawing runs no script', async ({ page }, { outputDir }) => {
      const media = [
        { id: 'med_1', kind: 'picture', type: 'image/svg+xml', bytes: DRAWING.length },
        { id: 'med_2', kind: 'sound', type: 'audio/wav', bytes: 4 },
      ];
      await withCalls(page, [{ ...CALL, media }]);
      await page.route(/\/api\/chat\/media\/med_1/, route => route.fulfill({ body: DRAWING, contentType: 'image/svg+xml' }));

      await chat(page, 'Count to 3.');

      const picture = conversation(page).getByRole('img', { name: 'Picture from camera.shot' });
      await expect(picture).toBeVisible();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
      await expect(conversation(page).getByLabel('Sound from camera.shot')).toHaveAttribute('controls');
      await isAccessible(page);
      await page.screenshot({ path: `${outputDir}/media.png` });
    });

    test('a person connects an integration in the chat and asks again', async ({ page }, { outputDir }) => {
      await listed(page, { connected: false });
      await withCalls(page, [{ ...CALL, success: false, data: null, error: 'the integration camera is not connected', errorKind: 'unauthorized' }]);
      const keys: unknown[] = [];
      await page.route('**/integrations/camera/connect', async route => {
        keys.push(route.request().postDataJSON().apiKey);
        await page.unroute('**/web/api/v1/integrations');
        await listed(page, { connected: true });
        await route.fulfill({ json: { connected: true } });
      });
      await chat(page, 'Count to 3.');

      const card = conversation(page).getByRole('region', { name: 'Connection to Camera' });
      await expect(card).toContainText('The tool needs a connection');
      await isAccessible(page);
      await page.screenshot({ path: `${outputDir}/connect.png` });
      await card.getByRole('button', { name: 'Connect' }).click();
      await page.getByLabel('API key').fill('k');
      await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
      await expect(card).toContainText('It is connected.');
      await page.unroute(/\/api\/chat\/messages/);
      await card.getByRole('button', { name: 'Try again' }).click();

      await answered(page);
      await expect(card).toHaveCount(0);
      expect(keys).toEqual(['k']);
    });
  });
}

test('a failure that no connection helps against has no card', async ({ page }) => {
  await listed(page, { connected: true });
  await withCalls(page, [
    { ...CALL, success: false, data: null, error: 'no', errorKind: 'failed' },
    { ...CALL, callId: 'c2', tool: 'builtin.x', success: false, data: null, error: 'not allowed', errorKind: 'unauthorized' },
  ]);

  await chat(page, 'Count to 3.');

  await expect(conversation(page).getByText('camera.shot')).toBeVisible();
  await expect(conversation(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('the browser comes back from the provider to the chat', async ({ page }) => {
  await listed(page, { auth: 'oauth2', connected: true });
  await withCalls(page, [{ ...CALL, success: false, data: null, error: 'scopes', errorKind: 'insufficient_scopes' }]);
  let redirectUri = '';
  await page.route('**/integrations/camera/connect', async route => {
    ({ redirectUri } = route.request().postDataJSON());
    await route.fulfill({ json: { authorizationUrl: `${redirectUri}?status=connected&integration=camera` } });
  });
  await chat(page, 'Count to 3.');
  const chatUrl = page.url();
  const card = conversation(page).getByRole('region', { name: 'Connection to Camera' });
  await expect(card).toContainText('more rights');

  await card.getByRole('button', { name: 'Connect' }).click();

  await expect(card).toContainText('It is connected.');
  expect(redirectUri).toBe(chatUrl);
  await expect(page).toHaveURL(chatUrl);
});
