import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { fromBufferPromise } from 'yauzl'
import { expect, onTestFinished, test } from 'vitest'
import { createAssignment } from '#testing/materials/assignments.ts'
import { createQuiz } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

async function openSite() {
  const site = await startTestSite()
  onTestFinished(() => site.close())
  return { site, admin: await site.createAdmin() }
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

async function exportOf(site: TestSite, token: string): Promise<Map<string, Buffer>> {
  const response = await site.app.fetch(
    new Request('http://cendaki.test/api/admin/export', { headers: { authorization: `Bearer ${token}` } }),
  )
  expect(response.status).toBe(200)
  return unzip(Buffer.from(await response.arrayBuffer()))
}

/** By path; what the operator's command writes, with passwords. */
async function operatorExportOf(
  site: TestSite,
  viewer: Parameters<TestSite['app']['modules']['moving']['listAll']>[0],
): Promise<Map<string, Buffer>> {
  const files = await site.app.modules.moving.listAll(viewer, { withPasswords: true })
  const read = new Map<string, Buffer>()
  for (const file of files) read.set(file.path, await buffer(Readable.from(file.read(), { objectMode: false })))
  return read
}

const viewerOf = ({ id }: { id: string }) => ({
  id,
  name: '',
  email: '',
  role: 'admin' as const,
  photo: '',
  sessionId: '',
  hasFreshProof: true,
  mustSetUpTwoSteps: false,
})

const importPeople = (site: TestSite, token: string, text: Buffer | string, fields: Record<string, string> = {}) =>
  site.call('POST', '/admin/students/import', {
    token,
    form: { file: new File([new Uint8Array(Buffer.from(text))], 'people.csv', { type: 'text/csv' }), ...fields },
  })

test('a whole installation moves to another one: courses come back byte for byte, people with enrolments, progress and passwords', async () => {
  const from = await openSite()
  const to = await openSite()
  const html = await from.site.createCourse({ title: 'HTML dari Nol' })
  await createQuiz(from.site.call, { courseId: html.id, token: from.admin.token })
  await createAssignment(from.site.call, { courseId: html.id, token: from.admin.token })
  await from.site.createCourse({ title: 'CSS, Tanpa Siswa' })
  const people = [
    'email,name,course,enrolledAt,finishedAt,percent,passwordHash',
    'ani@contoh.id,"Ani, S.Kom.",HTML dari Nol,2024-01-10,2024-03-01,,$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
    'budi@contoh.id,Budi Santoso,HTML dari Nol,2024-01-11,,50,',
    'cici@contoh.id,Cici Lestari,,,,,',
  ].join('\n')
  expect((await importPeople(from.site, from.admin.token, people)).status).toBe(200)

  // Courses name their category; a new installation has those of its operator.
  const placeholder = await to.site.createCourse()
  expect((await to.site.call('DELETE', `/courses/${placeholder.id}`, { token: to.admin.token })).status).toBe(200)
  const exported = await operatorExportOf(from.site, viewerOf(from.admin))
  expect([...exported.keys()]).toEqual([
    'courses/0001-html-dari-nol.zip',
    'courses/0002-css-tanpa-siswa.zip',
    'people.csv',
    'orders.csv',
  ])
  for (const [path, bytes] of exported) {
    if (!path.startsWith('courses/')) continue
    const imported = await to.site.call('POST', '/admin/courses/import', {
      token: to.admin.token,
      form: { file: new File([new Uint8Array(bytes)], 'kelas.zip', { type: 'application/zip' }) },
    })
    expect(imported.status, path).toBe(200)
  }
  const arrived = await importPeople(to.site, to.admin.token, exported.get('people.csv') ?? '')
  expect(arrived.status).toBe(200)

  const again = await operatorExportOf(to.site, viewerOf(to.admin))
  for (const path of ['courses/0001-html-dari-nol.zip', 'courses/0002-css-tanpa-siswa.zip'])
    expect(again.get(path)?.equals(exported.get(path) ?? Buffer.alloc(0)), path).toBe(true)
  const linesOf = (files: ReadonlyMap<string, Buffer>) =>
    (files.get('people.csv')?.toString() ?? '')
      .split('\r\n')
      .filter((line) => /(ani|budi|cici)@/.test(line))
      .toSorted()
  expect(linesOf(again)).toEqual(linesOf(exported))
  expect(linesOf(again)).toHaveLength(3)
  expect(
    (await to.site.call('POST', '/sign-in', { body: { email: 'ani@contoh.id', password: 'test12345' } })).status,
  ).toBe(200)
})

/** Courses with titles that are hard to tell apart or to write, each with a student; by what is special about them. */
async function fillHardTitles({ site, admin }: Awaited<ReturnType<typeof openSite>>) {
  const uuid = '0190c1f2-aaaa-7bbb-8ccc-0123456789ab'
  const titles = {
    twin: 'Kembar',
    draftTwin: 'kembar',
    archivedTwin: 'Kembar',
    archived: 'Kelas Lama',
    formula: '=SUM() dari Nol',
    minus: '-10 Kilo, Sehat',
    uuid: `Tentang ${uuid}`,
    bracketed: `Kelas (${uuid})`,
  }
  const ids = new Map<string, string>()
  for (const [kind, title] of Object.entries(titles)) ids.set(kind, (await site.createCourse({ title })).id)
  const lines = [...ids].map(
    ([kind, id], index) =>
      `siswa${index}@contoh.id,Siswa ${kind},${id},2024-01-1${index},${index % 2 ? '2024-03-01' : ''},${index % 2 ? '' : 100}`,
  )
  const text = ['email,name,course,enrolledAt,finishedAt,percent', ...lines].join('\n')
  expect((await importPeople(site, admin.token, text)).status).toBe(200)
  const idsOf = (...kinds: string[]) =>
    sql.join(
      kinds.map((kind) => sql`${ids.get(kind)}`),
      sql`, `,
    )
  const { query } = site.database
  await query.execute(sql`update courses set status = 'draft' where id in (${idsOf('draftTwin')})`)
  await query.execute(sql`update courses set status = 'archived' where id in (${idsOf('archivedTwin', 'archived')})`)
  // Access that was taken and given again.
  await query.execute(sql`update enrollments set granted_at = '2024-05-01' where course_id = ${ids.get('archived')}`)
}

test('the people of an export come back into the same installation without a mistake and without a change', async () => {
  const opened = await openSite()
  const { site, admin } = opened
  await fillHardTitles(opened)
  // A name from before there were rules for it.
  await site.database.query.execute(sql`update users set name = 'A' where email = 'siswa0@contoh.id'`)
  const before = (await exportOf(site, admin.token)).get('people.csv')
  for (const files of [await exportOf(site, admin.token), await operatorExportOf(site, viewerOf(admin))]) {
    const people = files.get('people.csv') ?? ''
    const { status, body } = await importPeople(site, admin.token, people)
    expect([status, body.errors]).toEqual([200, undefined])
    const changed = body.data.rows.filter(({ outcome }: { outcome: string }) => outcome !== 'unchanged')
    const students = body.data.rows.filter(({ email }: { email: string }) => email.startsWith('siswa'))
    expect([changed, students.length]).toEqual([[], 8])
    expect((await exportOf(site, admin.token)).get('people.csv')).toEqual(before)
  }
})

test('in an empty installation people find their courses by title; only namesakes have to be told apart by hand', async () => {
  const [from, to] = [await openSite(), await openSite()]
  await fillHardTitles(from)
  const files = await operatorExportOf(from.site, viewerOf(from.admin))
  const placeholder = await to.site.createCourse()
  await to.site.call('DELETE', `/courses/${placeholder.id}`, { token: to.admin.token })
  const importCourse = async (path: string) => {
    const form = { file: new File([new Uint8Array(files.get(path) ?? [])], 'kelas.zip', { type: 'application/zip' }) }
    expect((await to.site.call('POST', '/admin/courses/import', { token: to.admin.token, form })).status).toBe(200)
  }
  const paths = [...files.keys()].filter((path) => path.startsWith('courses/'))
  const isTwin = (path: string) => /kembar/.test(path)
  for (const path of paths) if (!isTwin(path)) await importCourse(path)
  const [firstTwin = '', ...otherTwins] = paths.filter(isTwin)
  await importCourse(firstTwin)
  const people = files.get('people.csv') ?? ''
  const arrived = await importPeople(to.site, to.admin.token, people, { dryRun: 'true' })
  // All three are this course here.
  expect(arrived.body.data.rows.filter(({ outcome }: { outcome: string }) => outcome === 'invalid')).toEqual([])
  for (const path of otherTwins) await importCourse(path)

  const { status, body } = await importPeople(to.site, to.admin.token, people, { skipMistakes: 'true' })
  expect(status).toBe(200)
  const refused = body.data.rows.filter(({ outcome }: { outcome: string }) => outcome === 'invalid')
  expect(refused.map(({ email, message }: { email: string; message: string }) => [email, message])).toEqual(
    ['siswa0@contoh.id', 'siswa1@contoh.id', 'siswa2@contoh.id'].map((email) => [
      email,
      expect.stringMatching(/^Ada beberapa kelas berjudul “[Kk]embar”. Tulis alamat halamannya$/),
    ]),
  )
  const back = (await operatorExportOf(to.site, viewerOf(to.admin))).get('people.csv')?.toString() ?? ''
  const linesOf = (text: string) =>
    text
      .split('\r\n')
      .filter((line) => /siswa[3-7]@/.test(line))
      .toSorted()
  const sent = linesOf(people.toString())
  expect(sent).toHaveLength(5)
  // Ids are of one installation.
  const withoutIds = (lines: string[]) => lines.map((line) => line.replaceAll(/ \([0-9a-f-]{36}\)(?=[,"])/g, ''))
  expect(withoutIds(linesOf(back))).toEqual(withoutIds(sent))
})

test('an admin downloads everything as one zip without passwords, which is in the audit log', async () => {
  const { site, admin } = await openSite()
  await site.createCourse({ title: 'HTML dari Nol' })
  const files = await exportOf(site, admin.token)
  expect([...files.keys()]).toEqual(['courses/0001-html-dari-nol.zip', 'people.csv', 'orders.csv'])
  expect([...(await unzip(files.get('courses/0001-html-dari-nol.zip') ?? Buffer.alloc(0))).keys()]).toContain(
    'course.yaml',
  )
  expect(files.get('people.csv')?.toString()).toContain(admin.email)
  expect(files.get('people.csv')?.toString()).not.toMatch(/passwordHash|argon2/)
  expect(files.get('orders.csv')?.toString()).toContain('Nomor pesanan')
  expect((await site.app.modules.audit.list({ action: 'site.exported' }, { page: 1, limit: 5 })).entries).toMatchObject(
    [{ actorId: admin.id, details: { files: 3 } }],
  )
})

const exportsOf =
  (site: TestSite, token: string) =>
  async (method: string, rest = '') => {
    const { status, body } = await site.call(method, `/admin/exports${rest}`, { token })
    return { status, data: body.data }
  }
const fetchExport = (site: TestSite, token: string, id: string) =>
  site.app.fetch(
    new Request(`http://cendaki.test/api/admin/exports/${id}/file`, { headers: { authorization: `Bearer ${token}` } }),
  )

test('made in the background it has the same files, says how far it is, and any admin fetches it', async () => {
  const { site, admin } = await openSite()
  for (const title of ['HTML dari Nol', 'CSS dari Nol']) await site.createCourse({ title })
  const call = exportsOf(site, admin.token)
  const started = await call('POST')
  expect([started.status, started.data]).toMatchObject([202, { state: 'making', filesDone: 0, filesAll: null }])
  // One at a time: whoever asks meanwhile is answered with it.
  const asked = await Promise.all([call('POST'), call('POST')])
  expect(asked.map(({ data }) => data._id)).toEqual([started.data._id, started.data._id])
  expect((await fetchExport(site, admin.token, started.data._id)).status).toBe(404)
  await site.app.jobs.run('site-exports')

  const other = await site.createAdmin()
  const [ready] = (await exportsOf(site, other.token)('GET')).data
  const response = await fetchExport(site, other.token, ready._id)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(ready).toMatchObject({ state: 'ready', filesDone: 4, filesAll: 4, bytes: bytes.length })
  const [made, direct] = [await unzip(bytes), await exportOf(site, admin.token)]
  expect([...made.keys()]).toEqual([...direct.keys()])
  expect(
    made.get('courses/0002-css-dari-nol.zip')?.equals(direct.get('courses/0002-css-dari-nol.zip') ?? Buffer.alloc(0)),
  ).toBe(true)
  expect(made.get('people.csv')?.toString()).not.toMatch(/passwordHash|argon2/)
  const downloads = await site.app.modules.audit.list({ action: 'site.export-downloaded' }, { page: 1, limit: 5 })
  expect(downloads.entries).toMatchObject([{ actorId: other.id }])
})

test('one that is deleted ends, also while it is made, and its file goes', async () => {
  const { site, admin } = await openSite()
  await site.createCourse()
  const call = exportsOf(site, admin.token)
  const { data } = await call('POST')
  const [run, removed] = await Promise.all([site.app.jobs.run('site-exports'), call('DELETE', `/${data._id}`)])
  expect([run, removed.status]).toEqual([undefined, 200])
  expect((await call('GET')).data).toEqual([])
  const kept = sql`select count(*)::int as count from media_files where deleting_since is null`
  expect((await site.database.query.execute(kept)).rows).toEqual([{ count: 0 }])
  expect((await call('DELETE', `/${data._id}`)).status).toBe(404)
})

test('a process that ends while it makes one is followed by another, three times', async () => {
  const { site, admin } = await openSite()
  await site.createCourse()
  const call = exportsOf(site, admin.token)
  await call('POST')
  const begun = (attempts: number) =>
    site.database.query.execute(sql`update site_exports set attempts = ${attempts}, progress_at = ${site.clock.now()}`)
  await begun(2)
  // It had begun to write.
  const left = '01980000-0000-7000-8000-000000000001'
  await site.database.query.execute(
    sql`insert into media_files (id, bytes, content_type, created_at) values (${left}, 1, 'application/zip', ${site.clock.now()})`,
  )
  await site.database.query.execute(sql`update site_exports set media_id = ${left}`)
  expect((await call('GET')).data).toMatchObject([{ state: 'making', bytes: null }])
  await site.app.jobs.run('site-exports')
  expect((await call('GET')).data).toMatchObject([{ state: 'making' }])
  site.clock.advance(11 * 60_000)
  await site.app.jobs.run('site-exports')
  expect((await call('GET')).data).toMatchObject([{ state: 'ready' }])
  const released = sql`select id from media_files where deleting_since is not null`
  expect((await site.database.query.execute(released)).rows).toEqual([{ id: left }])
  await site.stepUp(admin)
  expect((await call('POST')).status).toBe(202)
  await site.database.query.execute(sql`update site_exports set attempts = 3 where state = 'making'`)
  await site.app.jobs.run('site-exports')
  expect((await call('GET')).data).toMatchObject([{ state: 'failed', bytes: null }, { state: 'ready' }])
})

test('only the newest five are kept', async () => {
  const { site, admin } = await openSite()
  const call = exportsOf(site, admin.token)
  const ids: string[] = []
  for (let round = 0; round < 6; round++) {
    ids.push((await call('POST')).data._id)
    await site.app.jobs.run('site-exports')
    site.clock.advance(1000)
  }
  expect((await call('GET')).data.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(1).toReversed())
})
