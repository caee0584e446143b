import { expectAccessible } from './axe.ts'
import { enrollNewStudent } from './courses.ts'
import { publishExercise } from './exercises.ts'
import { expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

test('a student reads the task, tries, takes a hint, solves a code exercise and has finished the lesson', async ({
  page,
  request,
}) => {
  const exercise = await publishExercise(request, 'Kelas latihan kode')
  await enrollNewStudent(page, exercise.id)
  await page.goto(exercise.url)
  await ready(page)
  await expect(page.getByText('Jumlahkan dua angka.')).toBeVisible()
  await page.getByRole('button', { name: /^Petunjuk/ }).click()
  await expect(page.getByText('Pakai return.')).toBeVisible()
  await expect(page.getByText('Solusi terbuka setelah semua tes lulus, atau setelah 2 percobaan lagi.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Kode' }).click()
  const editor = page.getByRole('textbox', { name: /^Kode utama\.js/ })
  await editor.click()
  await editor.press('Control+Enter')
  await expect(page.getByText('1 dari 2 tes lulus.')).toBeVisible()
  await expect(page.getByText('Diharapkan 3, yang muncul undefined.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Hasil' }).press('ArrowLeft')
  await editor.press('Control+Home')
  await editor.press('End')
  await page.keyboard.type(' return a + b')
  await page.getByRole('button', { name: 'Jalankan' }).click()
  await expect(page.getByText('Semua 2 tes lulus!')).toBeVisible()
  await expect(page.getByText('Selesai', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Tugas' }).click()
  await expect(page.getByText('Solusi', { exact: true })).toBeVisible()

  await page.reload()
  await ready(page)
  await page.getByRole('tab', { name: 'Kode' }).click()
  await expect(editor).toContainText('return a + b')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Kembalikan awal' }).click()
  await expect(editor).not.toContainText('return')
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await expect(editor).toContainText('return a + b')
  // The keyboard leaves the editor.
  await editor.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Jalankan' })).toBeFocused()
})
