import type { Page } from '@playwright/test';
import { WIDTHS } from './access';
import { expect, test } from './person';

async function findAnything(page: Page, isPhone: boolean) {
  if (!isPhone) return void (await page.getByRole('button', { name: 'Find anything' }).click());
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Find anything' }).click();
}

for (const [name, viewport] of WIDTHS) {
  test(`Find anything finds settings and tasks (${name})`, async ({ page }) => {
    await page.request.post('/web/api/v1/tasks', { data: { type: 'agent', input: { prompt: 'Draw the lighthouse of Alexandria' } } });
    await page.setViewportSize(viewport);
    await page.goto('/files');
    for (const [words, option, address] of [
      ['password', /^Password/, /\/account\/password$/],
      ['settings keys', /^API keys/, /\/account\/keys$/],
      ['delete account', /^Profiles/, /\/account$/],
      ['lighthouse', /^Draw the lighthouse/, /\/tasks\/task_/],
    ] as const) {
      await findAnything(page, name === 'phone');
      const dialog = page.getByRole('dialog', { name: 'Find anything' });
      await dialog.getByRole('combobox').fill(words);
      await dialog.getByRole('option', { name: option }).first().click();
      await expect(page).toHaveURL(address);
    }
    await findAnything(page, name === 'phone');
    await page.getByRole('combobox').fill('appearance dark');
    await expect(page.getByRole('option', { name: 'Use the dark theme' })).toBeVisible();
    await page.getByRole('combobox').fill('no such thing anywhere');
    await expect(page.getByText(/^Nothing found\. The search covers/)).toBeVisible();
  });
}

test('password managers get the email as the name of the account', async ({ page, person }) => {
  await page.goto('/account/password');
  await expect(page.locator('form:has([type=password]) [autocomplete=username]')).toHaveValue(person.email);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog').locator('form:has([type=password]) [autocomplete=username]')).toHaveValue(person.email);
});

test('a fault of a field is a sentence with the name of the field', async ({ page }) => {
  await page.goto('/files');
  const said = await page.evaluate(async () => {
    const { refusal } = await import(document.querySelector<HTMLScriptElement>('script[src$="/app.js"]')!.src.replace('app.js', 'ui/error-text.js'));
    return [
      'setupToken: is wrong or was used', 'parameters.größe: is required; parameters.max_results: must be an integer', 'input.parameters.first name: is required', 'tags[3]: must not be empty', 'items[0].baseUrl: must be https',
      'input.options.timeout: must be at most 600000', 'schema: takes too long to check', 'model: there is no such model', 'clientIds: 7 of them; at most 5', 'constructor: is required', 'the server is busy',
    ].map(refusal);
  });
  expect(said).toEqual([
    'Setup link is wrong or was used.', '“größe” is required. “max_results” must be an integer.', '“first name” is required.', 'Tags, number 4, must not be empty.', 'Base URL must be https.',
    'Test timeout must be at most 600000.', 'Schema takes too long to check.', 'There is no such model.', 'Client IDs: 7 of them; at most 5.', 'Constructor is required.', 'The server is busy.',
  ]);
});

test('what the server refuses is said in the words of the form', async ({ page, faults }) => {
  faults.expect(/status of (401|409|422)/);
  await page.goto('/runs');
  await page.getByRole('button', { name: /^Start (a|the first) run$/ }).first().click();
  const dialog = page.getByRole('dialog');
  const { browsers } = await (await page.request.get('/web/api/v1/suites')).json();
  await expect(dialog.getByRole('group', { name: 'Browsers' }).getByRole('checkbox')).toHaveCount(browsers.length);
  await dialog.getByLabel('URL').fill('ftp://example.org/');
  await dialog.getByRole('button', { name: 'Start the run' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/URL must .*\./);

  await page.goto('/account/password');
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('The current password is wrong.');
});
