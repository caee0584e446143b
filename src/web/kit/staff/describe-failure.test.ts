import { expect, test } from 'vitest'
import { createApiClient, fieldErrors, hasResponded, serverMessage, tooLargeForServer } from '#contract/client.ts'
import { describeFailure, describeSaveFailure } from './describe-failure.ts'

const failWith = (response: Response) =>
  createApiClient({ baseUrl: 'http://cendaki.test/api', fetch: async () => response })
    .site.showSite()
    .then(
      () => null,
      (error: unknown) => error,
    )
const page = (status: number) =>
  new Response(`<html><head><title>${status}</title></head><body>nginx</body></html>`, {
    status,
    headers: { 'content-type': 'text/html' },
  })
const envelope = {
  success: false,
  code: 'invalid-input',
  message: 'Periksa isianmu',
  errors: { file: 'Terlalu besar' },
}

test('a page of a proxy that says 413 becomes a sentence with what to do', async () => {
  for (const response of [page(413), new Response(null, { status: 413 }), new Response('too large', { status: 413 })]) {
    const error = await failWith(response)
    expect([describeFailure(error), describeSaveFailure(error)]).toEqual([tooLargeForServer, tooLargeForServer])
    expect([serverMessage(error), fieldErrors(error), hasResponded(error)]).toEqual([tooLargeForServer, {}, true])
  }
})

test('a 413 of the server keeps its own message and fields; another page of a proxy has no message', async () => {
  const own = await failWith(Response.json(envelope, { status: 413 }))
  expect([serverMessage(own), fieldErrors(own)]).toEqual(['Periksa isianmu', { file: 'Terlalu besar' }])
  const other = await failWith(page(502))
  expect([serverMessage(other), hasResponded(other)]).toEqual([null, true])
})
