import type { APIRequestContext, Page } from '@playwright/test'
import { everyQuestion } from '../src/testing/materials/quizzes.ts'
import { expectAccessible, violations } from './axe.ts'
import { enrollNewStudent, publishCourse, type MadeCourse } from './courses.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, test, thorough } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors], serviceWorkers: 'block' })

async function publishQuiz(
  request: APIRequestContext,
  title: string,
  settings: object = {},
): Promise<MadeCourse & { quizId: string }> {
  const course = await publishCourse(request, { title, lessons: ['Pembuka'] })
  const { _id: quizId } = await course.api('POST', '/courses/content/create', {
    courseId: course.id,
    title: 'Kuis akhir',
    type: 'quiz',
  })
  await course.api('PUT', `/courses/${course.id}/content/${quizId}/quiz`, {
    version: 0,
    settings: { shuffleOptions: false, ...settings },
    questions: everyQuestion,
  })
  return { ...course, quizId }
}

async function startQuiz(page: Page, { id, quizId }: { id: string; quizId: string }) {
  const person = await enrollNewStudent(page, id)
  await page.goto(`/courses/${id}/start?materi=${quizId}`)
  await ready(page)
  return person
}

const question = (page: Page, number: number) => page.getByRole('region', { name: `Soal ${number}`, exact: true })
const next = (page: Page) => page.getByRole('button', { name: 'Soal berikutnya' })
const saved = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/answers') && response.ok())

/** Puts the items in the order Satu, Dua, Tiga with the keyboard. */
async function sortByKeyboard(page: Page) {
  const rows = question(page, 6).getByRole('list', { name: 'Susun urutannya' }).getByRole('listitem')
  for (const [place, name] of ['Satu', 'Dua', 'Tiga'].entries()) {
    for (let tries = 0; tries < 3; tries++) {
      const names = await rows.allInnerTexts()
      const at = names.findIndex((text) => text.includes(name))
      if (at <= place) break
      await question(page, 6)
        .getByRole('button', { name: `Naikkan ${name}` })
        .press('Enter')
      await expect(rows.nth(at - 1)).toContainText(name)
    }
  }
  const confirm = question(page, 6).getByRole('button', { name: 'Pakai urutan ini' })
  if (await confirm.isVisible()) await confirm.press('Enter')
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, width === 1280 ? thorough : {}, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a student answers every type of question by keyboard through a lost connection, and passes', async ({
      page,
      request,
      network,
    }) => {
      const course = await publishQuiz(request, `Kuis ${width}`, { timeLimitMinutes: 30, maximumAttempts: 2 })
      await startQuiz(page, course)
      await expect(page.getByText('Sisa kesempatan')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Mark as Completed' })).toBeHidden()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Mulai kuis' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Soal 1 dari 7' })).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)

      const first = saved(page)
      await question(page, 1).getByRole('radio', { name: 'Bandung' }).press('Space')
      await first
      await expect(page.getByText('Jawaban tersimpan')).toBeVisible()
      await expectAccessible(page)

      await network.goOffline()
      await next(page).press('Enter')
      await question(page, 2).getByRole('checkbox', { name: 'PHP' }).press('Space')
      await question(page, 2).getByRole('checkbox', { name: 'JavaScript' }).press('Space')
      await expect(page.getByText('Jawaban tersimpan di perangkat ini, dikirim saat online.')).toBeVisible()
      await next(page).press('Enter')
      await question(page, 3).getByRole('radio', { name: 'Benar' }).press('Space')
      await next(page).press('Enter')
      await question(page, 4).getByLabel('Jawabanmu').pressSequentially(' Five ')
      await next(page).press('Enter')
      await question(page, 5).getByLabel('Jawabanmu').pressSequentially('1,4x')
      await expect(
        question(page, 5).getByText('“1,4x” bukan angka, jadi belum tersimpan. Tulis misalnya 3,14'),
      ).toBeVisible()
      await expect(page.getByText(/^(?:Belum tersambung\. )?Jawaban tersimpan/)).toBeHidden()
      await question(page, 5).getByLabel('Jawabanmu').press('Backspace')
      await question(page, 5).getByLabel('Jawabanmu').pressSequentially('15')
      await next(page).press('Enter')
      await sortByKeyboard(page)
      await expectAccessible(page)
      await next(page).press('Enter')
      for (const [left, right] of [
        ['Indonesia', 'Jakarta'],
        ['Jepang', 'Tokyo'],
        ['Mesir', 'Kairo'],
      ] as const) {
        const select = question(page, 7).getByLabel(`Pasangan ${left}`)
        await select.selectOption({ label: (await select.locator('option', { hasText: right }).textContent()) ?? '' })
      }
      await expect(page.getByRole('button', { name: /, belum dijawab$/ })).toHaveCount(0)
      await expectAccessible(page)

      // Submitted without a connection; it arrives when there is one again.
      await page.getByRole('button', { name: 'Kumpulkan' }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Kumpulkan' }).press('Enter')
      await expect(page.getByText(/dikumpulkan saat online/)).toBeInViewport()
      await network.goOnline()
      await expect(page.getByRole('heading', { name: 'Lulus! Kerja bagus.' })).toBeVisible()
      await expect(page.getByText('Nilaimu 100%')).toBeVisible()
      await expect(page.getByText('Rahasia tepat')).toBeVisible()
      await expect(
        page.getByRole('complementary', { name: 'Daftar materi' }).getByText('1 dari 2 materi'),
      ).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Lanjut ke materi berikutnya' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pembuka' })).toBeVisible()
    })
  })
}

test(
  'an attempt is continued on another device, and answers of both are kept',
  thorough,
  async ({ page, request, browser }) => {
    const course = await publishQuiz(request, 'Dua perangkat')
    const person = await startQuiz(page, course)
    await page.getByRole('button', { name: 'Mulai kuis' }).click()
    const first = saved(page)
    await question(page, 1).getByRole('radio', { name: 'Bandung' }).check()
    await first

    const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    await beSignedIn(other, person.email, person.password)
    await other.goto(`/courses/${course.id}/start?materi=${course.quizId}`)
    await ready(other)
    await other.getByRole('button', { name: 'Lanjutkan kuis' }).click()
    await expect(question(other, 1).getByRole('radio', { name: 'Bandung' })).toBeChecked()
    await next(other).click()
    const second = saved(other)
    await question(other, 2).getByRole('checkbox', { name: 'PHP' }).check()
    await second

    await page.getByRole('button', { name: 'Soal 3, belum dijawab' }).click()
    const merged = page.waitForResponse(
      async (response) =>
        response.url().endsWith('/answers') && Object.keys((await response.json()).data.answers).length === 3,
    )
    await question(page, 3).getByRole('radio', { name: 'Benar' }).check()
    await merged
    await expect(page.getByRole('button', { name: /, sudah dijawab$/ })).toHaveCount(3)
    await other.context().close()
  },
)

test('after each question its solution is shown, and the answer stays', thorough, async ({ page, request }) => {
  const course = await publishQuiz(request, 'Langsung dinilai', { showAnswers: 'after-question' })
  await startQuiz(page, course)
  await page.getByRole('button', { name: 'Mulai kuis' }).click()
  await expect(page.getByRole('heading', { name: 'Soal 1 dari 7' })).toBeFocused()
  await question(page, 1).getByRole('radio', { name: 'Semarang' }).check()
  await question(page, 1).getByRole('button', { name: 'Periksa jawaban' }).click()
  await expect(question(page, 1).getByText('Rahasia Jawa Tengah')).toBeVisible()
  await expect(question(page, 1).getByText('0 dari 2 poin')).toBeVisible()
  await expect(question(page, 1).getByRole('radio', { name: 'Bandung' })).toBeDisabled()
  // The right answer and the chosen one are told apart.
  const option = (number: number, text: string) => question(page, number).locator('label').filter({ hasText: text })
  await expect(option(1, 'Semarang')).toContainText('Pilihanmu, salah')
  await expect(option(1, 'Bandung')).toContainText('Jawaban benar')
  await expect(option(1, 'Bandung')).not.toContainText('Pilihanmu')
  // Unchecked answers are submitted, too.
  await next(page).click()
  await question(page, 2).getByRole('checkbox', { name: 'PHP' }).check()
  await page.getByRole('button', { name: 'Kumpulkan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kumpulkan' }).click()
  await expect(page.getByRole('heading', { name: 'Belum lulus kali ini' })).toBeVisible()
  await expect(question(page, 2).getByText('Sebagian benar')).toBeVisible()
  await expect(option(2, 'PHP')).toContainText(/Jawaban benar.*Pilihanmu$/s)
  await expect(option(2, 'JavaScript')).toContainText('Jawaban benar')
  await expect(option(2, 'JavaScript')).not.toContainText('Pilihanmu')
  await page.getByRole('button', { name: 'Ringkasan kuis' }).click()
  await expect(page.getByRole('button', { name: 'Coba lagi' })).toBeFocused()
  expect(await violations(page)).toEqual([])
})
