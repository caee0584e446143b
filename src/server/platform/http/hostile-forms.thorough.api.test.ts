import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { createRouteTable } from './route-table.ts'

let site: TestSite
let tokens: Record<'student' | 'admin', string>
beforeAll(async () => {
  site = await startTestSite()
  tokens = { student: (await site.createStudent()).token, admin: (await site.createAdmin()).token }
})
afterAll(() => site.close())

const withBody = createRouteTable(contract).routes.filter(({ method }) => /^(POST|PUT|PATCH)$/.test(method))
const field = (head: string) => `--x\r\n${head}\r\n\r\n1\r\n`
const forms = [
  field('content-disposition: form-data; name="a"').repeat(1_500),
  field(`${'a: b\r\n'.repeat(10_000)}content-disposition: form-data; name="a"`),
  field(`content-disposition: form-data; name="a${'[b]'.repeat(15_000)}"`),
]
/** Ends with its first delimiter: an empty form, which a call without fields takes. */
const endedForm = '--x'.repeat(30_000)

// All forms come to the same door: each call is sent one of them.
test.each(withBody.map((route, index) => ({ ...route, form: forms[index % forms.length] })))(
  '$method $path returns 400 at once for a form of thousands of fields, heads or levels',
  async ({ method, path, meta, form }) => {
    const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
    const { status, body } = await site.call(method, url, {
      rawBody: `${form}--x--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      // A body of anybody who may not call is not read.
      token: meta.access === 'staff' || meta.access === 'admin' ? tokens.admin : tokens.student,
    })
    expect([400, 404]).toContain(status)
    expect(body).toMatchObject({ success: false })
  },
)

test('what a form repeats after its end is not read: it is an empty form', async () => {
  const { status, body } = await site.call('POST', '/auth/reset-password', {
    rawBody: endedForm,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(status).toBe(422)
  expect(body).toMatchObject({ success: false })
})
