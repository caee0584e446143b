import { openExercise } from './exercises.ts'
import { expect, ready, test, thorough } from './test.ts'

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/Applying inline style/] })

test(
  'an exercise that is open in two tabs loses nothing that is typed in either',
  thorough,
  async ({ page, request }) => {
    const { url } = await openExercise(page, request, 'Kelas dua tab')
    const other = await page.context().newPage()
    await other.goto(url)
    await ready(other)
    await other.getByRole('tab', { name: 'Kode' }).click()
    const [here, there] = [page, other].map((tab) => tab.getByRole('textbox', { name: /^Kode utama\.js/ }))
    if (!here || !there) throw new Error('There are two tabs')
    for (const [editor, text, sees] of [
      [here, '// satu', there],
      [there, '// dua', here],
      [here, '// tiga', there],
    ] as const) {
      await editor.press('Control+End')
      await editor.pressSequentially(text)
      await editor.press('Enter')
      await expect(sees).toContainText(text)
    }
    await expect(page.getByText('Kode tersimpan.', { exact: true })).toBeVisible()
    await other.close()
    await page.reload()
    await ready(page)
    await page.getByRole('tab', { name: 'Kode' }).click()
    for (const text of ['// satu', '// dua', '// tiga']) await expect(here).toContainText(text)
  },
)
