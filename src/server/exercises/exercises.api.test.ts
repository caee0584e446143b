import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createExercise, draftOf, exercise } from '#testing/materials/exercises.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
let lessonId: string
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  student = await site.createStudent()
  await site.enroll(student, course)
  lessonId = await createExercise(site.call, { courseId: course.id, token: instructor.token })
})

const at = (after = '') => `/courses/${course.id}/content/${lessonId}/exercise${after}`
const show = async (who: SignedIn = student) => (await site.call('GET', at(), { token: who.token })).body.data
const save = (body: object, who: SignedIn = instructor) =>
  site.call('PUT', at(), { token: who.token, body: { ...exercise, version: 1, ...body } })
const run = (passed: number, total = 2, who: SignedIn = student) =>
  site.call('POST', at('/runs'), { token: who.token, body: { files: draftOf('kode'), passed, total } })
const keep = async (text: string, seq: number) =>
  (await site.call('PUT', at('/draft'), { token: student.token, body: { files: draftOf(text), seq } })).body.data
const completion = (method: 'PUT' | 'DELETE') =>
  site.call(method, `/courses/${course.id}/content/${lessonId}/completion`, { token: student.token })

describe('an exercise', () => {
  test('is saved as a whole with a version', async () => {
    const shown = await show(instructor)
    expect(shown).toMatchObject({ ...exercise, title: 'Latihan menjumlah', version: 1 })
    const saved = await save({ hints: [], language: 'sql' })
    expect(saved.body.data).toMatchObject({ hints: [], language: 'sql', version: 2 })
    expect((await save({ version: 1 })).body.code).toBe('stale')
  })

  test('stores line feeds without a byte order mark', async () => {
    const files = [{ path: 'utama.js', text: '\uFEFFsatu\r\ndua\r', role: 'edit' }]
    expect((await save({ files, solution: [] })).body.data.files[0].text).toBe('satu\ndua\n')
  })

  describe('that was checked in the browser of its teacher', () => {
    const check = (body: object, who: SignedIn = instructor) =>
      site.call('PUT', at('/check'), { token: who.token, body: { version: 1, solutionPasses: true, ...body } })
    const problems = async () => {
      const { data } = (await site.call('GET', `/admin/courses/${course.id}`, { token: instructor.token })).body
      return data.details.find(({ _id }: { _id: string }) => _id === lessonId).exerciseProblems
    }

    test('keeps what was found until its next save, and the list of lessons names what is wrong', async () => {
      expect([(await show(instructor)).checked, await problems()]).toEqual([null, ['unchecked']])
      expect((await check({ startFails: true })).status).toBe(200)
      expect([(await show(instructor)).checked, await problems()]).toEqual([
        { solutionPasses: true, startFails: true },
        [],
      ])
      await check({ solutionPasses: false, startFails: false })
      expect(await problems()).toEqual(['solution-fails', 'start-passes'])
      await save({})
      expect([(await show(instructor)).checked, await problems()]).toEqual([null, ['unchecked']])
      expect((await check({ startFails: true })).body.code).toBe('stale')
    })

    test('is found by its staff only, and with both results', async () => {
      expect((await check({})).status).toBe(422)
      const other = await site.createInstructor()
      expect([
        (await check({ startFails: true }, other)).status,
        (await check({ startFails: true }, student)).status,
      ]).toEqual([404, 403])
      expect((await show()).checked).toBeUndefined()
    })
  })

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `a${index}.js`, text: '', role: 'edit' }))
  const at0 = (path: string, role = 'edit', text = '') => ({ files: [{ path, text, role }], solution: [] })
  test.each<[string, object, string]>([
    ['200 files', { files: many(200), solution: [] }, 'files'],
    ['no file', { files: [], solution: [] }, 'files'],
    ['only files that are read', at0('a.js', 'read'), 'files'],
    [
      '2 MB of code in parts',
      { files: many(20).map((file) => ({ ...file, text: 'x'.repeat(40_000) })), solution: [] },
      'files',
    ],
    ['one long file', at0('a.js', 'edit', 'x'.repeat(100_001)), 'files.0.text'],
    ['a path that leaves its folder', at0('../a.js'), 'files.0.path'],
    ['a path that leaves its folder later', at0('a/../../b.js'), 'files.0.path'],
    ['an absolute path', at0('/etc/passwd'), 'files.0.path'],
    ['a path of Windows', at0('a\\b.js'), 'files.0.path'],
    ['an empty folder name', at0('a//b.js'), 'files.0.path'],
    ['a hidden file name', at0('.git/config'), 'files.0.path'],
    ['a name that is only direction marks', at0('\u202Ea.js'), 'files.0.path'],
    ['two files of one name', { files: [...at0('a.js').files, ...at0('A.js').files], solution: [] }, 'files'],
    ['an unknown role', at0('a.js', 'secret'), 'files.0.role'],
    ['an unknown language', { language: 'cobol' }, 'language'],
    ['no test', { tests: '// tes(1)' }, 'tests'],
    ['101 tests', { tests: "tes('a', () => 1)\n".repeat(101) }, 'tests'],
    ['eleven hints', { hints: Array.from({ length: 11 }, () => 'Coba lagi') }, 'hints'],
    ['an invisible hint', { hints: ['\u200B'] }, 'hints.0'],
    ['a solution after 0 tries', { solutionAfter: 0 }, 'solutionAfter'],
    ['a solution after 21 tries', { solutionAfter: 21 }, 'solutionAfter'],
    [
      'a solution for a file that students cannot change',
      { solution: [{ path: 'data/angka.js', text: '' }] },
      'solution',
    ],
  ])('refuses %s beside its field', async (_, body, field) => {
    const refused = await save(body)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
    expect((await show(instructor)).version).toBe(1)
  })

  test('refuses a body of 2 MB', async () => {
    const refused = await save({ tests: 'x'.repeat(2_000_000) })
    expect([413, 422]).toContain(refused.status)
  })

  test('of another instructor, or of another kind of lesson, does not exist', async () => {
    const other = await site.createInstructor()
    expect([(await save({}, other)).status, (await save({}, student)).status]).toEqual([404, 403])
    const article = { token: instructor.token, body: { ...exercise, version: 0 } }
    const path = `/courses/${course.id}/content/${course.lessonIds[0]}/exercise`
    expect((await site.call('PUT', path, article)).status).toBe(404)
    expect((await site.call('GET', path, { token: student.token })).status).toBe(404)
    expect((await site.call('GET', '/courses/x/content/y/exercise', { token: student.token })).status).toBe(404)
  })

  test('is shown to enrolled students without its solution, and to nobody else', async () => {
    const { solution, files, tests, figures } = await show()
    expect({ solution, files, tests, figures }).toEqual({
      solution: null,
      files: exercise.files,
      tests: exercise.tests,
      figures: undefined,
    })
    const stranger = await site.createStudent()
    expect((await site.call('GET', at(), { token: stranger.token })).body.code).toBe('not-enrolled')
    expect((await site.call('GET', at())).status).toBe(401)
  })

  test('makes its course be found by its title, which the page of the course shows', async () => {
    await site.call('PUT', `/courses/${course.id}/update-content/${lessonId}`, {
      token: instructor.token,
      body: { title: 'Latihan membalik kurawal', type: 'code', text: '<p>Balikkan.</p>', version: 1 },
    })
    const found = (await site.call('GET', '/search?q=membalik%20kurawal')).body.data.courses
    expect(found.map(({ _id }: { _id: string }) => _id)).toContain(course.id)
  })

  test('is copied with its course, and its numbers start again', async () => {
    await run(2)
    expect((await show(instructor)).figures).toEqual({ students: 1, passed: 1, tries: 1 })
    const copy = await site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })
    const copyId: string = copy.body.data._id
    const lessons = (await site.call('GET', `/courses/${copyId}?preview=true`, { token: instructor.token })).body.data
    const copied = lessons.details.find(({ type }: { type: string }) => type === 'code')
    const path = `/courses/${copyId}/content/${copied._id}/exercise`
    const { data } = (await site.call('GET', path, { token: instructor.token })).body
    expect(data).toMatchObject({ ...exercise, version: 1, figures: { students: 0, passed: 0, tries: 0 } })
  })
})

describe('a draft', () => {
  test('begins empty, and the one with the highest number is kept', async () => {
    const empty = (await site.call('GET', at('/draft'), { token: student.token })).body.data
    expect(empty).toEqual({ files: null, seq: 0 })
    expect(await keep('telepon', 4)).toEqual({ files: draftOf('telepon'), seq: 4 })
    expect(await keep('laptop, lebih lama', 3)).toEqual({ files: draftOf('telepon'), seq: 4 })
    expect(await keep('laptop, nomor sama', 4)).toEqual({ files: draftOf('laptop, nomor sama'), seq: 4 })
    expect(await keep('laptop', 5)).toEqual({ files: draftOf('laptop'), seq: 5 })
  })

  test.each([
    ['a path that leaves its folder', { files: [{ path: '../a', text: '' }], seq: 1 }],
    ['200 files', { files: Array.from({ length: 200 }, (_, index) => ({ path: `a${index}`, text: '' })), seq: 1 }],
    ['a negative number', { files: draftOf(''), seq: -1 }],
    ['a number beyond all numbers', { files: draftOf(''), seq: 1e300 }],
    ['half a character', { files: draftOf('\uD800'), seq: 1 }],
  ])('with %s is refused', async (_, body) => {
    expect((await site.call('PUT', at('/draft'), { token: student.token, body })).status).toBe(422)
  })
})

describe('a run', () => {
  test('counts as a try, shows the solution after enough of them, and completes the lesson when all tests pass', async () => {
    expect((await run(1)).body.data).toEqual({ tries: 1, passed: false, solution: null })
    expect((await run(0)).body.data).toEqual({ tries: 2, passed: false, solution: exercise.solution })
    expect((await completion('PUT')).body.code).toBe('not-passed')
    expect((await run(2)).body.data).toMatchObject({ tries: 3, passed: true })
    expect((await run(0)).body.data).toMatchObject({ tries: 4, passed: true })
    const progress = await site.call('GET', `/courses/${course.id}/progress`, { token: student.token })
    expect(progress.body.data.completedContentIds).toEqual([lessonId])
    expect((await completion('PUT')).status).toBe(200)
    expect((await completion('DELETE')).body.code).toBe('completed-by-result')
  })

  test('without a limit of tries shows the solution only to those who passed', async () => {
    await save({ solutionAfter: null })
    for (let tries = 0; tries < 21; tries++) await run(0)
    expect((await show()).solution).toBeNull()
    expect((await run(2)).body.data.solution).toEqual(exercise.solution)
  })

  test('with another number of tests, or more passed ones than tests, is refused and no try', async () => {
    expect([(await run(1, 1)).status, (await run(3, 3)).status, (await run(3, 2)).status]).toEqual([422, 422, 422])
    expect((await show()).tries).toBe(0)
  })

  test('of a completion that was queued offline is refused by name until it passed', async () => {
    const markedAt = new Date().toISOString()
    const send = (completed: boolean) =>
      site.call('POST', `/courses/${course.id}/completions`, {
        token: student.token,
        body: { changes: [{ contentId: lessonId, completed, markedAt }] },
      })
    const refused = await send(true)
    expect([refused.status, refused.body.code, refused.body.contentId ?? refused.body.data?.contentId]).toEqual([
      409,
      'not-passed',
      lessonId,
    ])
    await run(2)
    expect((await send(true)).status).toBe(200)
  })

  test('and drafts are in the export of their student, and gone with the account', async () => {
    await keep('kodeku', 1)
    await run(2)
    const exported = (await site.call('GET', '/me/export', { token: student.token })).body.data.exercises.work
    expect(exported).toMatchObject([
      { contentId: lessonId, draft: draftOf('kodeku'), tries: 1, passedFiles: draftOf('kode') },
    ])
  })
})
