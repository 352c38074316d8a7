import { expect, test } from './person';

const PLACES: [string, string][] = [
  ['Chat', '/'],
  ['Tasks', '/tasks'],
  ['Test runs', '/runs'],
  ['Tools', '/tools'],
  ['Assistants', '/assistants'],
  ['Knowledge', '/collections'],
  ['Memory', '/memory'],
  ['Files', '/files'],
  ['Dashboard', '/dashboard'],
];

test('each place leads to each other', async ({ page, baseURL }) => {
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Places' }).filter({ visible: true });
  const go = async ([name, path]: [string, string]) => {
    await nav.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new URL(path, baseURL).href);
    await expect(nav.locator('[aria-current=page]')).toHaveText(new RegExp(`^\\s*${name}`));
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
  };
  for (const [i, one] of PLACES.entries()) {
    for (const other of PLACES.slice(i + 1)) {
      await go(one);
      await go(other);
    }
  }
});
