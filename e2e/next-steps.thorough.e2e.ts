import type { Page } from '@playwright/test'
import { apiAs, openCourse, publishCourse } from './courses.ts'
import { expect, idle, ready, signIn, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

const paidCourse = 'Full-Stack Web dari Nol sampai Online'
const phones = [
  { width: 360, height: 640 },
  { width: 375, height: 667 },
  { width: 390, height: 844 },
  { width: 412, height: 915 },
]

/** Finds what leads on from a course page and can be pressed where it is: nothing covers it. */
const nextSteps = (page: Page) =>
  page.evaluate(() => {
    const names = /^(Gabung Kelas|Beli Kelas|Mulai Belajar|Masuk untuk|Lanjut)/
    return [...document.querySelectorAll<HTMLElement>('main a, main button, .join-bar a, .join-bar button')]
      .filter((element) => names.test(element.innerText.trim()))
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      .map((element) => element.innerText.trim())
  })

for (const size of phones)
  test(`the course page offers a next step on its first screen and wherever the pricing block begins to show: ${size.width} × ${size.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await openCourse(page, paidCourse)
    await expect.poll(() => nextSteps(page), 'at the top').not.toEqual([])
    for (const shownPx of [1, 40, 80, 140, 220, 320]) {
      await page.evaluate((px) => {
        const { top } = document.querySelector('.course-offer')!.getBoundingClientRect()
        scrollTo({ top: scrollY + top - innerHeight + px, behavior: 'instant' })
      }, shownPx)
      await idle(page)
      await expect.poll(() => nextSteps(page), `while ${shownPx} px of the pricing block show`).not.toEqual([])
    }
  })

test("'Gabung Kelas' visibly does something where the whole pricing block is on the screen already", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openCourse(page, paidCourse)
  await page.getByRole('link', { name: 'Gabung Kelas' }).click()
  const shadows = () =>
    page.locator('.course-offer > *').evaluateAll((all) => all.map((element) => getComputedStyle(element).boxShadow))
  // The ring around the block, in the middle of its animation.
  await expect
    .poll(async () => (await shadows()).some((shadow) => /0px 0px 0px [1-4](\.\d+)?px/.test(shadow)))
    .toBe(true)
  await expect(page.locator('.course-offer h2').first()).toBeFocused()
  await expect(page.locator('.course-offer')).not.toHaveAttribute('data-noticed')
})

test('the search icon of a phone leads to a field that can be typed in at once', async ({ page }) => {
  await page.goto('/tips')
  await ready(page)
  await page.getByRole('banner').getByRole('link', { name: 'Cari' }).click()
  await expect(page.getByRole('main').getByLabel('Kata pencarian')).toBeFocused()
  await page.keyboard.type('laravel')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=laravel/)
})

test('an unknown topic says that it is unknown, and leads to those that exist', async ({ page }) => {
  await page.goto('/kelas/astrofisika-kuantum')
  const main = page.getByRole('main')
  await expect(main).toContainText('Topik “astrofisika-kuantum” belum ada di sini.')
  await main
    .getByRole('link', { name: /Desain|Web|Pemrograman/ })
    .first()
    .click()
  await expect(main).not.toContainText('belum ada di sini')
  await expect(main.getByRole('article').first()).toBeVisible()
})

test('who may not review a course is not invited to: visitors, its instructor, and who got it from staff; who may is', async ({
  page,
  request,
}) => {
  const course = await publishCourse(request, { title: 'Kelas tanpa ulasan', lessons: ['Satu-satunya'] })
  const detail = `/kelas/details/${course.id}`
  const reviews = page.locator('#ulasan')
  const expectNoInvitation = async () => {
    await page.goto(detail)
    await ready(page)
    await expect(reviews).toContainText('Belum ada ulasan.')
    await idle(page)
    await expect(page.getByText('Jadilah yang pertama')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Tulis ulasan' })).toBeHidden()
  }
  await expectNoInvitation()

  const given = await signUp(page)
  await course.api('POST', `/courses/${course.id}/students`, { email: given.email, notify: false })
  await signIn(page, given.email, given.password)
  await expectNoInvitation()
  const end = async (person: typeof given) => {
    const api = await apiAs(request, person.email, person.password)
    await api('PUT', `/courses/${course.id}/content/${course.contentIds[0]}/completion`)
    await page.goto(`/courses/${course.id}/start?materi=selesai`)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Kelas selesai!' })).toBeVisible()
  }
  await end(given)
  await expect(page.getByRole('link', { name: 'Tulis ulasan' })).toBeHidden()

  // Pending requests would have lost their session.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  const enrolled = await signUp(page)
  await (
    await apiAs(request, enrolled.email, enrolled.password)
  )('POST', `/courses/${course.id}/enroll`)
  await signIn(page, enrolled.email, enrolled.password)
  await end(enrolled)
  await page.getByRole('link', { name: 'Tulis ulasan' }).click()
  await expect(page.getByText('Jadilah yang pertama')).toBeVisible()

  // Pending requests would have lost their session.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signIn(page, 'pengajar@demo.id')
  await expectNoInvitation()
})
