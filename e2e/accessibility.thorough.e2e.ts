import type { Page } from '@playwright/test'
import { adminPages, publicPages } from './accessible-pages.ts'
import { expectAccessible, sidewaysPx, views, violations } from './axe.ts'
import { beSignedIn, expect, ready, sandboxDialog, signIn, signUp, test } from './test.ts'

// The service worker does not affect these checks, and its installation takes a fifth of the CPU time of a visit.
test.use({ serviceWorkers: 'block' })

for (const { width, theme } of views) {
  test.describe(`${width} px, ${theme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme })

    for (const path of publicPages) {
      test(`${path} has no violation and does not scroll sideways`, async ({ page }) => {
        await page.goto(path)
        await ready(page)
        await expectAccessible(page)
      })
    }

    for (const [path, status, logged] of [
      ['/tidak/ada', 404, /404/],
      ['/no-access', 403, /403/],
      // A link that is no gift's is found out by the call of the page.
      ['/hadiah/tautan-yang-tidak-ada', 200, /404/],
    ] as const) {
      test.describe(`${path}, which returns ${status},`, () => {
        test.use({ expectedConsoleErrors: [logged] })
        test('has no violation and does not scroll sideways', async ({ page }) => {
          expect((await page.goto(path))?.status()).toBe(status)
          await ready(page)
          await expectAccessible(page)
        })
      })
    }

    test('a course page, its dialogs and the pages of a student have no violation', async ({ page }) => {
      // Checks a dozen pages.
      test.slow()
      const account = await signUp(page)
      await page.goto('/kelas?type=premium')
      expect(await violations(page)).toEqual([])
      await page.getByRole('main').getByRole('link', { name: 'Full-Stack Web dari Nol sampai Online' }).click()
      await expect(page.getByRole('button', { name: 'Beli Kelas' })).toBeVisible()
      expect(await violations(page)).toEqual([])

      await page.getByRole('button', { name: 'Beli Kelas' }).click()
      await expect(page.getByRole('dialog', { name: 'Masuk ke Cendaki' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')

      await signIn(page, account.email, account.password)
      await page.goBack()
      await page.goto('/student/kelas-saya')
      await expect(page.getByText('You have not enrolled in any courses yet.')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.goto('/student')
      await expect(page.getByText('Belum ada kelas aktif. Mulai dari kelas gratis?')).toBeVisible()
      expect(await violations(page)).toEqual([])

      await page.goto('/kelas?type=premium')
      await page.getByRole('main').getByRole('link', { name: 'Full-Stack Web dari Nol sampai Online' }).click()
      await page.getByRole('button', { name: 'Beli Kelas' }).click()
      await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
      await page.waitForURL(/\/start/)
      await expect(page.getByText('Materi 1 dari 6')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Mark as Completed' }).click()
      await expect(page.getByText('menit baca')).toBeVisible()
      expect(await violations(page)).toEqual([])

      await page.goto('/student/kelas-saya')
      await expect(page.getByText('17%')).toBeVisible()
      expect(await violations(page)).toEqual([])
      for (const [path, heading] of Object.entries({
        '/student': /^Halo/,
        '/student/wishlist': 'Wishlist',
        '/student/catatan': 'Catatan dan sorotan',
        '/student/progress': 'Progres',
        '/student/resume': 'CV',
        '/student/settings': 'Pengaturan',
      })) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expectAccessible(page)
      }
      await page.goto('/student/resume')
      await page.getByRole('button', { name: 'Ubah CV' }).click()
      await page.getByRole('button', { name: 'Tambah pengalaman' }).click()
      expect(await violations(page)).toEqual([])
      await page.goto('/student/transactions')
      await expect(page.getByText(/^INV/)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: /^Invoice/ }).click()
      await expect(page.getByRole('heading', { name: 'Invoice' })).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('the pages of admins have no violation and do not scroll sideways', async ({ page }) => {
      test.slow()
      await beSignedIn(page, 'admin@demo.id')
      for (const [path, heading] of Object.entries(adminPages)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expectAccessible(page, path)
      }
      await page.goto('/admin/students?q=siswa@demo.id')
      await page.getByRole('link', { name: 'Dimas Arya Saputra' }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'Peran dan akses' })).toBeVisible()
      expect(await violations(page), 'one user').toEqual([])
      await page.goto('/admin/categories')
      await page.getByRole('button', { name: 'Kategori baru' }).click()
      expect(await violations(page), 'a dialog').toEqual([])
      await page.goto('/admin/e-books')
      await page.getByRole('table').getByRole('link').first().click()
      await expect(page.getByRole('heading', { level: 2, name: 'Struktur' })).toBeVisible()
      expect(await violations(page), 'an e-book').toEqual([])
      await page
        .getByRole('button', { name: /^Tulis bagian/ })
        .first()
        .click()
      await expect(page.getByRole('textbox', { name: 'Isi' })).toBeVisible()
      expect(await violations(page), 'a section').toEqual([])
    })
  })
}

test('a certificate and the end of a course have no violation', async ({ page }) => {
  // The demo student has finished one course.
  await beSignedIn(page, 'siswa@demo.id')
  await page.goto('/student/kelas-saya')
  await page
    .getByRole('link', { name: /^Sertifikat/ })
    .first()
    .click()
  await expect(page.getByText('Sertifikat asli.')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Sertifikat/ }) })
    .getByRole('heading')
    .getByRole('link')
    .click()
  await expect(page.getByText(/Materi \d+ dari/)).toBeVisible()
  await page.goto(`${new URL(page.url()).pathname}?materi=selesai`)
  await expect(page.getByRole('heading', { name: 'Kelas selesai!' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

/** Resolves after a number of animation frames, in which a scroll caused by a focus would have begun. */
const framesPainted = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
  }, count)

test.describe('by keyboard alone', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the Kelas menu opens, takes the focus, closes on Escape and returns the focus', async ({ page }) => {
    await page.goto('/')
    await ready(page)
    const button = page.getByRole('banner').getByRole('button', { name: /^Kelas/ })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'All Courses' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'All Courses' })).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('choosing in the Kelas menu closes it and opens the category', async ({ page }) => {
    await page.goto('/')
    await ready(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Kelas/ })
      .press('Enter')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /HTML & CSS/ })
      .press('Enter')
    await expect(page).toHaveURL(/\/kelas\/html-(&|%26)-css$/)
    await expect(page.getByRole('link', { name: 'All Courses' })).toBeHidden()
  })

  test('focused elements and anchor targets are not hidden behind the header, and focus in the header does not scroll the page', async ({
    page,
  }) => {
    await page.goto('/e-books')
    await ready(page)
    await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
    const before = await page.evaluate(() => scrollY)
    await page.getByRole('banner').getByRole('link', { name: 'Tips' }).focus()
    await framesPainted(page, 10)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)

    // Moves backwards from the end, so that each tab stop scrolls into view below the header.
    const hidden: string[] = []
    await page.getByRole('contentinfo').getByRole('link').last().focus()
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press('Shift+Tab')
      const under = await page.evaluate(() => {
        const active = document.activeElement
        const header = document.querySelector('.site-header')
        if (!active || !header || header.contains(active) || active === document.body) return null
        return active.getBoundingClientRect().top < header.getBoundingClientRect().bottom - 1 &&
          header.getBoundingClientRect().top === 0
          ? (active.textContent ?? '')
          : null
      })
      if (under) hidden.push(under)
    }
    expect(hidden).toEqual([])

    await page.goto('/#faq-sertifikat')
    await ready(page)
    const clear = () =>
      page.evaluate(() => {
        const [target, header] = [document.getElementById('faq-sertifikat'), document.querySelector('.site-header')]
        return (target?.getBoundingClientRect().top ?? 0) - (header?.getBoundingClientRect().bottom ?? 0)
      })
    await expect.poll(clear).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Lewati ke konten' }).press('Enter')
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            (document.querySelector('main')?.getBoundingClientRect().top ?? 0) -
            (document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0),
        ),
      )
      .toBeGreaterThanOrEqual(-1)
  })

  test('a dialog traps the focus and returns it on close', async ({ page }) => {
    await page.goto('/')
    await ready(page)
    const opener = page.getByRole('banner').getByRole('button', { name: 'Sign In' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Masuk ke Cendaki' })
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

test('at 320 px no page scrolls sideways, also with forced colours', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/', '/kelas', '/auth/sign-up']) {
    await page.goto(path)
    await ready(page)
    await expect.poll(() => sidewaysPx(page), path).toBeLessThanOrEqual(0)
  }
})

test('a blank search does not navigate, and a search has a shareable URL', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await ready(page)
  const field = page
    .getByRole('banner')
    .getByRole('searchbox')
    .or(page.getByRole('banner').getByRole('combobox'))
    .first()
  await field.press('Enter')
  await expect(page).toHaveURL('/')
  await field.fill('laravel')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=laravel/)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Laravel/ })
      .first(),
  ).toBeVisible()
})
