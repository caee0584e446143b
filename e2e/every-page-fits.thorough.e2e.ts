import type { APIRequestContext, Page } from '@playwright/test'
import { sidewaysPx } from './axe.ts'
import { apiAs, publishCourse } from './courses.ts'
import { addressesOfEveryPage } from './every-page.ts'
import { enlargeText, expectNoProblems, lengthenAmounts } from './large-text.ts'
import { beSignedIn, createPerson, expect, idle, ready, test } from './test.ts'

test.use({
  serviceWorkers: 'block',
  // The link of a gift and of a mail are read by the page, which then says that they are not valid.
  expectedConsoleErrors: [/40[34]/],
})
// Each of up to eighty pages is laid out in ten ways, on one load.
test.describe.configure({ timeout: 300_000 })

const word = 'Donaudampfschifffahrtselektrizitaeten'.repeat(4).slice(0, 120)
const link = `https://contoh.id/${word}`
const title = word.slice(0, 100)
const long = `${word}\n\n- ${link}\n- ${word}`

/** Long words wherever a person can write one. */
async function makeLongContent(request: APIRequestContext) {
  const course = await publishCourse(request, { title, lessons: [title, 'Kedua'], description: long })
  const admin = await apiAs(request, 'admin@demo.id')
  const { _id: ebookId } = await admin('POST', '/admin/ebooks', { title, description: long, author: title, price: 0 })
  const nested = async () =>
    (await admin('GET', `/admin/ebooks/${ebookId}`)) as unknown as {
      modules: { _id: string; topics: { _id: string }[] }[]
    }
  await admin('POST', `/admin/ebooks/${ebookId}/modules`, { title })
  await admin('POST', `/admin/ebooks/${ebookId}/modules/${(await nested()).modules[0]?._id}/topics`, { title })
  const topicId = (await nested()).modules[0]?.topics[0]?._id
  const { _id: sectionId } = await admin('POST', `/admin/ebooks/${ebookId}/topics/${topicId}/sections`, {
    heading: title,
    text: `<p>${word} ${link}</p>`,
  })
  await admin('PATCH', `/admin/ebooks/${ebookId}/status`, { status: 'published' })
  const made = await admin('POST', '/admin/tips', { title, summary: word, text: `<p>${word} ${link}</p>` })
  const tip = { ...made, slug: (made as unknown as { slug: string }).slug }
  await admin('PATCH', `/admin/tips/${tip._id}/status`, { status: 'published' })
  const { data: sold } = (await (await request.get('/api/courses?type=premium&limit=2')).json()) as {
    data: { _id: string }[]
  }
  const items = sold.map(({ _id: courseId }) => ({ courseId }))
  const bundle = (await admin('POST', '/admin/bundles', {
    title,
    slug: `panjang-${Date.now()}`,
    description: long,
    price: 50_000,
    status: 'published',
    items,
  })) as unknown as { _id: string; slug: string }
  const { bio } = (await course.api('GET', '/me')) as unknown as { bio: string }
  return { course, admin, ebookId, sectionId, tip, bundle, bio }
}

/** A student of the course whose own name and words are as long. */
async function makeLongStudent(request: APIRequestContext, course: Awaited<ReturnType<typeof publishCourse>>) {
  const person = createPerson(word.slice(0, 60))
  expect((await request.post('/api/sign-up', { data: person })).status()).toBe(201)
  const student = await apiAs(request, person.email, person.password)
  const [contentId] = course.contentIds
  await student('POST', `/courses/${course.id}/enroll`)
  const { _id: questionId } = await student('POST', `/courses/${course.id}/questions`, {
    title,
    text: `${word} ${link}`,
    contentId,
  })
  await course.api('POST', `/questions/${questionId}/answers`, { text: `${word} \`${word}\`` })
  await student('PUT', `/courses/${course.id}/reviews`, { rating: 5, text: `${word}\n${link}`, showName: true })
  const { _id: announcementId } = await course.api('POST', `/courses/${course.id}/announcements`, {
    title,
    text: `${word} ${link}`,
    to: 'all',
  })
  await student('PUT', `/courses/${course.id}/content/${contentId}/note`, { text: `${word} ${link}`, version: 0 })
  await student('PATCH', '/me', { bio: long.slice(0, 900), headline: word.slice(0, 80) })
  return { ...person, contentId, questionId, announcementId }
}

/** Asked until it holds: what arrives after the page is idle is still being laid out. */
const soon = expect.configure({ soft: true })

const enlarged = [
  { width: 320, percent: 130 },
  { width: 360, percent: 200 },
  { width: 768, percent: 130 },
  { width: 1280, percent: 150 },
  { width: 1280, percent: 200 },
] as const

/** Tables of the page that are wider than their frame, with both widths. */
const findCutTables = (page: Page): Promise<string[]> =>
  page
    .getByRole('table')
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1)
        .map((table) => `${table.ariaLabel} ${table.scrollWidth} in ${table.parentElement?.clientWidth}`),
    )

/** One load: the page is made wider, and its text larger, as people do. Returns how many tables it has. */
async function expectFits(page: Page, path: string): Promise<number> {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(path)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await idle(page)
  for (const percent of [100, 200]) {
    await enlargeText(page, percent)
    await soon.poll(() => sidewaysPx(page), `${path} at 320 px with text of ${percent} % is wider by`).toBe(0)
  }
  for (const { width, percent } of enlarged) {
    await page.setViewportSize({ width, height: 800 })
    await enlargeText(page, percent)
    await expectNoProblems(page, `${path} at ${width} px with text of ${percent} %`)
  }
  await enlargeText(page, 100)
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await soon.poll(() => findCutTables(page), `${path}: tables cut off at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await enlargeText(page, 200)
  await lengthenAmounts(page)
  await expectNoProblems(page, `${path} with amounts of billions`)
  return page.getByRole('table').count()
}

const accounts = { visitor: null, student: 'siswa@demo.id', instructor: 'pengajar@demo.id', admin: 'admin@demo.id' }

for (const role of ['visitor', 'student', 'student with long words', 'instructor', 'admin'] as const)
  test(`every page of a ${role} fits at 320 px beside words of 120 letters, stays readable with text of 200 % and amounts of billions, and cuts off no table at 1280 and 1440 px`, async ({
    page,
    request,
  }) => {
    const every = (await addressesOfEveryPage(request))
      .filter((address) => address.role === role)
      .map(({ path }) => path)
    const { course, admin, ebookId, sectionId, tip, bundle, bio } = await makeLongContent(request)
    try {
      const student = await makeLongStudent(request, course)
      await course.api('PATCH', '/me', { bio: long.slice(0, 900) })
      const made = {
        visitor: [
          `/search?q=${title}`,
          `/kelas/details/${course.id}`,
          `/e-book/${ebookId}`,
          `/paket/${bundle.slug}`,
          `/tips/${tip.slug}`,
        ],
        student: [],
        'student with long words': [
          `/kelas/details/${course.id}`,
          `/courses/${course.id}/start?materi=${student.contentId}`,
          `/tanya/${student.questionId}`,
          `/pengumuman/${student.announcementId}`,
          '/student/catatan',
        ],
        instructor: [`/admin/course/detail/${course.id}`, `/admin/courses/${course.id}/preview`],
        admin: [
          `/admin/course/detail/${course.id}`,
          `/admin/course/edit/${course.id}`,
          `/admin/courses/${course.id}/preview`,
          `/admin/e-book/edit/${ebookId}`,
          `/admin/e-book/edit/${ebookId}/bagian/${sectionId}`,
          `/admin/tip/edit/${tip._id}`,
        ],
      }[role]
      if (role === 'student with long words') await beSignedIn(page, student.email, student.password)
      else if (accounts[role]) await beSignedIn(page, accounts[role])
      let tables = 0
      for (const path of [...every, ...made]) tables += await expectFits(page, path)
      if (role === 'admin') expect(tables).toBeGreaterThan(15)
    } finally {
      // The pages of other tests show the demo as it was.
      await course.api('PATCH', '/me', { bio })
      await admin('DELETE', `/admin/bundles/${bundle._id}`)
      await admin('PATCH', `/admin/ebooks/${ebookId}/status`, { status: 'draft' })
      await admin('DELETE', `/admin/tips/${tip._id}`)
      await course.api('PATCH', `/courses/${course.id}/status`, { status: 'archived' })
    }
  })
