import { isAccessible } from './access';
import { SCREENS, toast } from './chat';
import { expect, test } from './person';

for (const [screen, options] of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(options);

    test('cases are added and run, and the results stand beside those of the version before', async ({ page, request }) => {
      const made = await request.post('/web/agent/api/assistants', { data: { name: 'Reckoner', instructions: 'Be brief.' } });
      const { id } = await made.json();
      await page.goto(`/assistants/${id}`);
      const evaluation = page.getByRole('region', { name: 'Evaluation' });
      await expect(evaluation.getByRole('button', { name: 'Run version 1' })).toBeDisabled();

      const form = evaluation.getByRole('form', { name: 'New case' });
      await form.getByLabel('Question of the case').fill('What is 6*7?');
      await form.getByLabel('The answer contains').fill('42');
      await form.getByLabel('Tools that must be called').fill('builtin.calculate');
      await form.getByRole('button', { name: 'Add the case' }).click();
      await expect(toast(page, 'Case added')).toBeVisible();
      await expect(evaluation.getByRole('list', { name: 'Cases' })).toContainText('contains “42” · calls builtin.calculate');
      await evaluation.getByText('Add a case').click();
      await form.getByLabel('Question of the case').fill('Hello');
      await form.getByLabel('The answer contains').fill('Goodbye');
      await form.getByRole('button', { name: 'Add the case' }).click();
      await expect(evaluation.getByRole('list', { name: 'Cases' }).getByRole('listitem')).toHaveCount(2);
      await isAccessible(page);

      await evaluation.getByRole('button', { name: 'Run version 1' }).click();
      const results = evaluation.getByRole('group', { name: 'Results' });
      await expect(results.getByText('completed')).toBeVisible();
      await expect(results).toContainText('1 of 2 cases passed');

      await request.patch(`/web/agent/api/assistants/${id}`, { data: { instructions: 'Be kind.' } });
      await page.reload();
      await evaluation.getByRole('button', { name: 'Run version 2' }).click();
      await expect(results).toContainText('version 1: 1 of 2 cases');
      await expect(results.getByText('completed')).toBeVisible();
      await expect(results.getByRole('columnheader')).toHaveText(['Case', 'Version 2', 'Version 1']);
      await expect(results.getByRole('row', { name: /What is 6\*7\?/ })).toContainText('passed');
      await results.getByRole('button', { name: 'Hello' }).click();
      await expect(results.getByText('the answer does not contain "Goodbye"')).toHaveCount(2);
      await isAccessible(page);

      await evaluation.getByRole('button', { name: 'Delete the case Hello' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, 'Case deleted')).toBeVisible();
      await expect(results.getByRole('button', { name: 'A deleted case' })).toBeVisible();
    });
  });
}
