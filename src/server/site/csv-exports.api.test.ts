import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CsvFormat } from '#contract/kit/csv-format.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  courseId = (await site.createCourse({ instructorId: admin.id })).id
})
afterAll(() => site.close())

const exports = [
  '/admin/students/export',
  '/admin/transactions/export',
  '/admin/earnings/export',
  '/admin/privacy/incidents/export',
  '/courses/COURSE/students/export',
  '/admin/courses/COURSE/sales/export',
]

async function choose(csvFormat: CsvFormat) {
  const shown = await site.call('GET', '/admin/settings', { token: admin.token })
  const saved = await site.call('PUT', '/admin/settings', {
    token: admin.token,
    body: { ...shown.body.data, csvFormat },
  })
  expect(saved.status).toBe(200)
}
const headerOf = async (path: string): Promise<string> => {
  const { status, body } = await site.call('GET', path.replace('COURSE', courseId), { token: admin.token })
  expect(status, path).toBe(200)
  return String(body).split('\r\n')[0] ?? ''
}

test('every CSV opens in Excel with Indonesian settings, unless the site chooses commas', async () => {
  for (const path of exports) expect(await headerOf(path), path).toMatch(/^\uFEFF?[^;,]+;[^,]+$/)
  await choose('comma')
  for (const path of exports) expect(await headerOf(path), path).toMatch(/^\uFEFF?[^;,]+,[^;]+$/)
  await choose('semicolon')
  for (const path of exports) expect(await headerOf(path), path).toMatch(/^\uFEFF?[^;,]+;[^,]+$/)
})

test('no other file than the one writer makes a CSV', () => {
  const makers = globSync('src/server/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('text/csv'),
  )
  expect(makers).toEqual(['src/server/platform/csv/write-csv.ts'])
})
