import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { nextDigest } from '#server/notifications/sending/digest-time.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let student: SignedIn
let course: MadeCourse
beforeAll(async () => void (site = await startTestSite()))
beforeEach(async () => {
  // Sessions end while days pass.
  admin = await site.createAdmin()
  student = await site.createStudent()
  course = await site.createCourse({ title: 'Kelas Impian', price: 200_000 })
})
afterAll(() => site.close())

const wish = ({ token }: SignedIn, kind: string, itemId: string) =>
  site.call('PUT', `/me/wishlist/${kind}/${itemId}`, { token })
const setPrice = async (price: number, { id } = course) =>
  expect((await site.call('PATCH', `/courses/${id}`, { token: admin.token, body: { price } })).status).toBe(200)
/** As three processes do every minute. */
/** A bundle of this course and another one, for 300,000. */
async function createBundle(): Promise<{ id: string; setBundlePrice: (price: number) => Promise<unknown> }> {
  const second = await site.createCourse({ price: 200_000 })
  const bundle = (price: number) => ({
    title: `Paket ${course.id}`,
    description: '',
    price,
    status: 'published',
    items: [{ courseId: course.id }, { courseId: second.id }],
  })
  const { token } = admin
  const { _id: id } = (await site.call('POST', '/admin/bundles', { token, body: bundle(300_000) })).body.data
  return { id, setBundlePrice: (price) => site.call('PUT', `/admin/bundles/${id}`, { token, body: bundle(price) }) }
}
const look = () => Promise.all(Array.from({ length: 3 }, () => site.app.modules.commerce.wishlist.tellCheaper()))
async function told(who = student): Promise<{ title: string; text: string; url: string }[]> {
  await look()
  const { rows } = await site.app.modules.notifications.list(who.id, { page: 1, limit: 50 })
  return rows.filter(({ kind }) => kind === 'wish-sale')
}

test('a wish that got cheaper is told once, with its price and where it is; a dearer or unchanged one is not', async () => {
  await wish(student, 'course', course.id)
  expect(await told()).toEqual([])
  await setPrice(250_000)
  expect(await told()).toEqual([])
  await setPrice(150_000)
  expect(await told()).toMatchObject([
    {
      title: 'Lebih murah: Kelas Impian',
      text: expect.stringContaining('150.000'),
      url: `/kelas/details/${course.id}`,
    },
  ])
  site.clock.advance(3 * dayMs)
  expect(await told()).toHaveLength(1)
})

test('a sale is told of as it starts, and the next one again', async () => {
  await wish(student, 'course', course.id)
  const sale = async (ms: number) => {
    const [startsAt, endsAt] = [ms, ms + hourMs].map((later) =>
      new Date(site.clock.now().getTime() + later).toISOString(),
    )
    const body = { name: 'Kilat', kind: 'percent', value: 40, courseId: course.id, startsAt, endsAt }
    expect((await site.call('POST', '/admin/sales', { token: admin.token, body })).status).toBe(201)
  }
  await sale(hourMs)
  expect(await told()).toEqual([])
  site.clock.advance(hourMs)
  expect(await told()).toHaveLength(1)
  site.clock.advance(dayMs)
  admin = await site.createAdmin()
  expect(await told()).toHaveLength(1)
  await sale(0)
  expect(await told()).toHaveLength(2)
})

test('of several wishes that get cheaper one is told a day, the next one on the next', async () => {
  const [second, ebook] = [await site.createCourse({ price: 300_000 }), await site.createEbook({ price: 90_000 })]
  await wish(student, 'course', course.id)
  await wish(student, 'course', second.id)
  await wish(student, 'ebook', ebook.id)
  await setPrice(100_000)
  await setPrice(100_000, second)
  expect(await told()).toHaveLength(1)
  expect(await told()).toHaveLength(1)
  site.clock.advance(dayMs)
  expect(await told()).toHaveLength(2)
})

test('who has the course, or took it off the list, is not told', async () => {
  const other = await site.createStudent()
  for (const who of [student, other]) await wish(who, 'course', course.id)
  await site.enroll(student, course)
  await site.call('DELETE', `/me/wishlist/course/${course.id}`, { token: other.token })
  await setPrice(100_000)
  expect([await told(), await told(other)]).toEqual([[], []])
})

describe('the digest of the morning after', () => {
  /** The mail of the next morning; null when there is none. */
  async function nextMorning(who = student): Promise<string | null> {
    const until = nextDigest(site.clock.now(), 'Asia/Jakarta')
    site.clock.advance(until.getTime() - site.clock.now().getTime())
    await site.app.jobs.run('broadcasts', 'digests')
    return (await site.mailsTo(who.email)).findLast(({ kind }) => kind === 'digest')?.text ?? null
  }

  test('offers what is still cheaper, also of a bundle, and not what was bought or taken off the list meanwhile', async () => {
    const [buyer, other] = [await site.createStudent(), await site.createStudent()]
    const { id, setBundlePrice } = await createBundle()
    const ofBundle = await site.createStudent()
    await wish(ofBundle, 'bundle', id)
    for (const who of [student, buyer, other]) await wish(who, 'course', course.id)
    await setBundlePrice(200_000)
    await setPrice(150_000)
    for (const who of [student, buyer, other, ofBundle]) expect(await told(who)).toHaveLength(1)
    await site.enroll(buyer, course)
    await site.call('DELETE', `/me/wishlist/course/${course.id}`, { token: other.token })
    expect(await nextMorning()).toContain('150.000')
    expect(await nextMorning(ofBundle)).toContain('200.000')
    expect([await nextMorning(buyer), await nextMorning(other)]).toEqual([null, null])
    expect(await told(buyer)).toHaveLength(1)
  })

  test('does not offer the price of a sale that is over, or another price than there is now', async () => {
    await wish(student, 'course', course.id)
    const now = site.clock.now()
    const sale = {
      name: 'Kilat',
      kind: 'percent',
      value: 40,
      courseId: course.id,
      startsAt: now.toISOString(),
      endsAt: new Date(nextDigest(now, 'Asia/Jakarta').getTime() - 1).toISOString(),
    }
    expect((await site.call('POST', '/admin/sales', { token: admin.token, body: sale })).status).toBe(201)
    expect(await told()).toHaveLength(1)
    expect(await nextMorning()).toBe(null)
    admin = await site.createAdmin()
    await setPrice(150_000)
    expect(await told()).toHaveLength(2)
    await setPrice(160_000)
    expect(await nextMorning()).toBe(null)
  })
})

test('a bundle that got cheaper is told of as well', async () => {
  const { id, setBundlePrice } = await createBundle()
  await wish(student, 'bundle', id)
  await setBundlePrice(250_000)
  expect(await told()).toMatchObject([{ url: `/paket/${id}` }])
})

test('everybody who wishes it is told, also when they are many', async () => {
  await wish(student, 'course', course.id)
  await site.database.transaction((tx) =>
    tx.execute(
      `with people as (insert into users (id, name, email, role, created_at)
      select gen_random_uuid(), 'Siswa', 'banyak-' || n || '@contoh.id', 'student', now() from generate_series(1, 250) n returning id)
      insert into wishes (user_id, kind, item_id, price_idr, created_at) select id, 'course', '${course.id}', 200000, now() from people` as never,
    ),
  )
  await setPrice(100_000)
  await look()
  const { rows } = await site.database.query.execute(
    `select count(*)::int as told from notifications where kind = 'wish-sale' and data->>'url' like '%${course.id}'` as never,
  )
  expect(rows).toEqual([{ told: 251 }])
})
