import { views, violations } from './axe.ts'
import { openCourse } from './courses.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// The service worker does not affect these checks, and its installation takes a fifth of the CPU time of a visit.
test.use({ serviceWorkers: 'block' })

for (const { width, theme } of views) {
  test.describe(`${width} px, ${theme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme })

    test('open menus, sheets, suggestions and the free lesson have no violation', async ({ page }) => {
      test.slow()
      const expectNoViolations = async (what: string) => expect(await violations(page), what).toEqual([])
      await page.goto('/')
      await ready(page)
      if (width < 1024) {
        await page.getByRole('button', { name: 'Buka menu' }).click()
        await page.locator('.menu-sheet summary').click()
        await expect(page.getByRole('link', { name: 'Lihat Semua Kelas →' })).toBeVisible()
      } else
        await page
          .getByRole('banner')
          .getByRole('button', { name: /^Kelas/ })
          .click()
      await expectNoViolations('the Kelas menu')

      await page.goto('/search?q=react')
      await ready(page)
      const field = width < 768 ? page.getByLabel('Kata pencarian') : page.getByRole('banner').getByLabel(/^Cari di/)
      await field.fill('')
      await field.pressSequentially('desain')
      await expect(page.getByRole('option').first()).toBeVisible()
      await field.press('ArrowDown')
      await expectNoViolations('suggestions')

      if (width < 1280) {
        await page.goto('/kelas')
        await ready(page)
        await page.getByRole('button', { name: /^Filter/ }).click()
        await expectNoViolations('the filters')
      }

      await openCourse(page, 'Full-Stack Web dari Nol sampai Online')
      await page.getByRole('button', { name: 'Server pertama dengan Node.js' }).click()
      await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expectNoViolations('a free lesson')

      await page.goto('/auth/sign-up')
      await ready(page)
      await page.getByRole('button', { name: 'Daftar', exact: true }).click()
      await expect(page.getByText('Email tidak valid')).toBeVisible()
      await expectNoViolations('an invalid form')

      await beSignedIn(page, 'siswa@demo.id')
      await page.goto('/')
      await expect(page.getByRole('region', { name: 'Lanjutkan belajar' }).getByRole('progressbar')).toBeVisible()
      await page.getByRole('button', { name: /^Akun/ }).first().click()
      await expectNoViolations('the account menu')
    })
  })
}
