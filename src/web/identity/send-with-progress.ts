import { createApiClient } from '#contract/client.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { NetworkFailure, type Api } from './api.ts'

/** The body is no longer being sent when the server has said nothing for this long. */
const silenceMs = minuteMs

/** A client of the API whose calls report the sent share of their body. Its contract holds what the page registered. */
export const createSendingClient = (sessions: Pick<Api['sessions'], 'read'>, onProgress: (share: number) => void) =>
  createApiClient({
    baseUrl: new URL('/api', location.href).href,
    token: async () => (await sessions.read(location.pathname))?.token ?? null,
    fetch: (request) => sendWithProgress(request, onProgress),
  })

/** Sends a request as `fetch` does and reports the sent share of its body, from 0 to 1, which `fetch` cannot. Rejects with a NetworkFailure without a response. */
async function sendWithProgress(request: Request, onProgress: (share: number) => void): Promise<Response> {
  const body = await request.blob()
  return new Promise((resolve, reject) => {
    const sender = new XMLHttpRequest()
    let timer = setTimeout(() => sender.abort(), silenceMs)
    const stillAlive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => sender.abort(), silenceMs)
    }
    const fail = () => {
      clearTimeout(timer)
      reject(new NetworkFailure('The request got no response'))
    }
    sender.open(request.method, request.url)
    for (const [name, value] of request.headers) sender.setRequestHeader(name, value)
    sender.upload.addEventListener('progress', ({ loaded, total }) => {
      stillAlive()
      onProgress(total > 0 ? loaded / total : 0)
    })
    sender.addEventListener('error', fail)
    sender.addEventListener('abort', fail)
    sender.addEventListener('load', () => {
      clearTimeout(timer)
      const headers = { 'content-type': sender.getResponseHeader('content-type') ?? '' }
      resolve(new Response(sender.responseText, { status: sender.status, headers }))
    })
    request.signal.addEventListener('abort', () => sender.abort())
    sender.send(body)
  })
}
