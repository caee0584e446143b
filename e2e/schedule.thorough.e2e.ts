import type { Page } from '@playwright/test'
import { jakartaDay } from '#contract/kit/days.ts'
import { expectAccessible, sidewaysPx } from './axe.ts'
import { publishCourse } from './courses.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, signUp, test } from './test.ts'

test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

const link = 'https://meet.contoh.id/kelas-rahasia'

/** Everything that this device keeps of the site, as text. */
const keptTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.documentElement.outerHTML]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push((await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })

test('the schedule is printed, and read without a connection, by its student only; the link of a meeting is nowhere in it', async ({
  page,
  request,
  network,
}) => {
  test.slow()
  const title = `Kelas jadwal ${Date.now()}`
  const { id: courseId, api } = await publishCourse(request, { title, lessons: ['Pembuka'], enrolment: 'cohorts' })
  const { _id: cohortId } = await api('POST', `/courses/${courseId}/cohorts`, {
    name: 'Angkatan Kenanga',
    startsOn: jakartaDay(new Date(Date.now() + 86_400_000)),
  })
  const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await api('POST', `/cohorts/${cohortId}/meetings`, { title: 'Sesi pembuka', startsAt, minutes: 90, url: link })

  const person = await signUp(page)
  await beSignedIn(page, person.email, person.password)
  await page.goto('/student/jadwal')
  await expect(page.getByText('Belum ada sesi langsung.')).toBeVisible()
  await page.goto(`/kelas/details/${courseId}`)
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).first().click()
  await expect(page.getByText('Sesi langsung berikutnya')).toBeVisible()

  await page.goto('/student/jadwal')
  const meeting = page.getByRole('article').filter({ hasText: 'Sesi pembuka' })
  await expect(meeting).toContainText('Angkatan Kenanga')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page, `${width} px`)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(meeting).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tampilkan tautan kalender' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Menu siswa' })).toBeHidden()
  expect(await sidewaysPx(page)).toBe(0)
  await page.emulateMedia({ media: 'screen' })

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('button', { name: 'Simpan offline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()
  expect(await keptTexts(page)).not.toContain('meet.contoh.id')
  await network.goOffline()
  await page.goto('/student/jadwal')
  await expect(meeting).toContainText('Angkatan Kenanga')
  await page.goto('/offline')
  await expect(page.getByRole('link', { name: /^Jadwal/ })).toBeVisible()
  await network.goOnline()

  // Changes made meanwhile replace the copy.
  await api('PATCH', `/cohorts/${cohortId}`, { name: 'Angkatan Kenanga Dua' })
  await page.goto('/student/jadwal')
  await expect(meeting).toContainText('Angkatan Kenanga Dua')
  await ready(page)
  await page.getByRole('button', { name: /^Akun/ }).first().click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keluar' }).click()
  await expect.poll(() => page.evaluate(() => caches.has('cendaki-saved'))).toBe(false)
})
