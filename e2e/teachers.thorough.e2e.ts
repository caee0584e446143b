import { violations } from './axe.ts'
import { apiAs, enrollNewStudent, publishCourse } from './courses.ts'
import { linkInMail } from './outbox.ts'
import { beSignedIn, expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

test('an owner invites a co-teacher and an assistant, who accept: one edits the course, the other answers its questions', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  // Four people, and three checks of accessibility.
  test.slow()
  const title = `Kelas berdua ${Date.now()}`
  const course = await publishCourse(request, { title, lessons: ['Mulai', 'Lanjut'] })
  const admin = await apiAs(request, 'admin@demo.id')
  const mailOf = (name: string) => `${name}-${Date.now()}@contoh.id`
  const [coTeacher, assistant] = [mailOf('rekan'), mailOf('asisten')]
  for (const email of [coTeacher, assistant])
    await admin('POST', '/admin/students', { name: 'Guru Baru', email, role: 'instructor' })

  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/course/detail/${course.id}`)
  await ready(page)
  const team = page.getByRole('region', { name: 'Instruktur dan asisten' })
  await team.getByRole('button', { name: 'Undang' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undang instruktur atau asisten' })
  await dialog.getByLabel('Alamat email').fill(`Rekan <${coTeacher}>`)
  await dialog.getByRole('button', { name: 'Kirim undangan' }).click()
  // Above the dialog, which stays open.
  const said = dialog.getByText('1 alamat diundang lewat email.')
  await expect(said).toBeVisible()
  const isOnTop = (text: Element) => {
    const { left, top, width, height } = text.getBoundingClientRect()
    return text.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  await expect.poll(() => said.evaluate(isOnTop)).toBe(true)
  await dialog.getByLabel('Sebagai').selectOption('Asisten')
  await dialog.getByLabel('Alamat email').fill(assistant)
  await dialog.getByRole('button', { name: 'Kirim undangan' }).click()
  await dialog.getByRole('button', { name: 'Tutup', exact: true }).click()
  const waiting = page.getByRole('region', { name: /Undangan menunggu/ })
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  expect(await violations(page)).toEqual([])

  const asPerson = async (email: string) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 800 },
      serviceWorkers: 'block',
    })
    const other = await context.newPage()
    // The link that admins mail proves the mailbox.
    await other.goto(await linkInMail(email, 'welcome', /http\S+#token=[\w-]+/))
    await ready(other)
    await other.getByLabel('Password', { exact: true }).fill('kopi-tubruk-7')
    await other.getByRole('button', { name: 'Simpan password' }).click()
    await expect(other.getByText('Password baru tersimpan. Silakan masuk.')).toBeVisible()
    await beSignedIn(other, email, 'kopi-tubruk-7')
    await other.goto('/undangan')
    await ready(other)
    return other
  }
  const second = await asPerson(coTeacher)
  await expect(second.getByRole('heading', { name: title })).toBeVisible()
  expect(await violations(second)).toEqual([])
  await second.getByRole('button', { name: `Terima undangan ${title}` }).click()
  await expect(second.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await second.getByRole('link', { name: 'Edit Course' }).click()
  await expect(second.getByLabel('Tagline')).toBeVisible()

  const third = await asPerson(assistant)
  await third.getByRole('button', { name: `Terima undangan ${title}` }).click()
  await expect(third.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(third.getByRole('link', { name: 'Edit Course' })).toHaveCount(0)
  expect(await violations(third)).toEqual([])

  const student = await browser.newPage({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
  await enrollNewStudent(student, course.id)
  const asked = `Kenapa begini ${Date.now()}`
  await student.goto(`/courses/${course.id}/start`)
  await ready(student)
  await student.locator('#tanya-jawab').scrollIntoViewIfNeeded()
  await student.getByRole('button', { name: 'Ajukan Pertanyaan' }).click()
  await student.getByLabel('Judul pertanyaan').fill(asked)
  await student.getByLabel('Jelaskan pertanyaanmu').fill('Begini.')
  await student.getByRole('button', { name: 'Kirim Pertanyaan' }).click()
  await third.goto('/admin/questions')
  await third.getByRole('link', { name: `Jawab ${asked}` }).click()
  await third.getByLabel('Jawabanmu').fill('Begitu.')
  await third.getByRole('button', { name: 'Kirim Jawaban' }).click()
  await expect(third.getByRole('heading', { name: '1 jawaban' })).toBeVisible()
})
