import { apiAs } from './courses.ts'
import { expectAccessible, views, violations } from './axe.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

// Cohorts, live meetings and teams of the demo.
test.use({ serviceWorkers: 'block' })

type Row = { _id: string; name: string; joinUrl: string }

for (const { width, theme } of views) {
  test.describe(`${width} px, ${theme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme: theme })

    test('schedule, teams and invitation have no violation and do not scroll sideways', async ({ page, request }) => {
      const student = await apiAs(request, 'siswa@demo.id')
      const [team] = (await student('GET', '/me/teams')) as unknown as Row[]
      await page.goto(new URL(team?.joinUrl ?? '').pathname)
      await ready(page)
      await expect(page.getByRole('heading', { level: 1, name: /^Undangan dari/ })).toBeVisible()
      await expectAccessible(page, 'invitation')
      await beSignedIn(page, 'siswa@demo.id')
      for (const [path, heading] of Object.entries({
        '/student/jadwal': 'Jadwal',
        '/student/tim': 'Tim',
        [`/student/tim/${team?._id}`]: team?.name ?? '',
      })) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expectAccessible(page, path)
      }
      await page
        .getByRole('button', { name: /^Kosongkan kursi/ })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Kosongkan kursi?' })).toBeVisible()
      expect(await violations(page), 'freeing a seat').toEqual([])
    })

    test('the choice of a cohort and the form of a team have no violation', async ({ page, request }) => {
      const { data } = (await (await request.get('/api/courses?q=Flutter&limit=1')).json()) as { data: Row[] }
      await page.goto(`/kelas/details/${data[0]?._id}`)
      await ready(page)
      await expect(page.getByText('Angkatan Melati').first()).toBeVisible()
      await expectAccessible(page, 'cohorts')
      await page.getByRole('button', { name: 'Beli untuk tim' }).click()
      await expect(page.getByRole('form', { name: 'Beli untuk tim' })).toBeVisible()
      await expectAccessible(page, 'form')
    })

    test('the cohorts of a course, one of them and its dialogs have no violation', async ({ page, request }) => {
      test.slow()
      const { data } = (await (await request.get('/api/courses?q=Flutter&limit=1')).json()) as { data: Row[] }
      await beSignedIn(page, 'pengajar@demo.id')
      await page.goto(`/admin/course/${data[0]?._id}/angkatan`)
      await expect(page.getByRole('heading', { level: 1, name: 'Angkatan' })).toBeVisible()
      await expectAccessible(page, 'cohorts')
      await page.getByRole('link', { name: 'Angkatan Kenanga' }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'Anggota' })).toBeVisible()
      await expectAccessible(page, 'cohort')
      const dialog = page.getByRole('dialog')
      for (const opens of [
        /^Jadwalkan sesi/,
        /^Kehadiran dan rekaman/,
        /^Pindahkan/,
        /^Tambah anggota/,
        /^Buat pengumuman/,
        /^Batalkan angkatan/,
      ]) {
        await page.getByRole('button', { name: opens }).first().click()
        await expect(dialog.getByRole('heading').first()).toBeVisible()
        expect(await violations(page), String(opens)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    })
  })
}
