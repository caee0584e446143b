import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from './resources.ts'

// Attacks of one person, with an account or without, that would take the site away from others. Each is bounded in requests and time.

export type Target = {
  origin: string
  port: number
  student: string
  instructor: string
  admin: string
  courseId: string
  quizId: string
  draftId: string
}
/** How often each status, or `none` for no response, was the answer. */
export type Statuses = Record<string, number>
export type Attack = { name: string; run(target: Target): Promise<Statuses> }

type Sent = { method?: string; token?: string; body?: string | FormData; headers?: Record<string, string> }

export async function send(
  origin: string,
  path: string,
  { method = 'POST', token, body, headers = {} }: Sent,
): Promise<string> {
  const json = typeof body === 'string' && !headers['content-type'] ? { 'content-type': 'application/json' } : {}
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  try {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...json, ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    await response.arrayBuffer()
    return String(response.status)
  } catch {
    return 'none'
  }
}

/** Calls `one` this many times, so many at once. */
export async function repeat(
  times: number,
  atOnce: number,
  one: (index: number) => Promise<string>,
): Promise<Statuses> {
  const statuses: Statuses = {}
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < times) {
        const status = await one(next++)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  return statuses
}

export const joined = (...all: Statuses[]): Statuses => {
  const sum: Statuses = {}
  for (const statuses of all)
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
  return sum
}

const slowConnections = 400
const slowMs = 20_000

/** Sends a head at once and then a byte a second, until the server ends the connection. */
async function drip(port: number, head: string, until: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.write(head)
  while (Date.now() < until && !socket.destroyed) {
    socket.write('a')
    await delay(1_000)
  }
  socket.destroy()
  return /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 'none'
}

const slowBodies: Attack = {
  name: `slow bodies: ${slowConnections} connections that send a byte a second, signed out and signed in`,
  async run({ port, student, instructor }) {
    const head = (path: string, token: string | null, bytes: number) =>
      `POST /api${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}content-length: ${bytes}\r\n\r\n{`
    const heads = [
      head('/sign-in', null, 100),
      head('/me/password', student, 5_000),
      head('/courses', instructor, 50_000),
    ]
    const until = Date.now() + slowMs
    return repeat(slowConnections, slowConnections, (index) => drip(port, heads[index % heads.length] ?? '', until))
  },
}

const growingLists: Attack = {
  name: 'growing lists: attempts, questions, notes, goals and keys, as fast as possible, then everything as one download',
  async run({ origin, student: token, courseId, quizId }) {
    const answers = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`k${index}`, 'a']))
    const attempts = await repeat(600, 4, () =>
      send(origin, `/courses/${courseId}/content/${quizId}/attempts`, { token, body: '{}' }),
    )
    const keys = await repeat(100, 4, () =>
      send(origin, '/me/notification-settings', { method: 'PUT', token, body: JSON.stringify(answers) }),
    )
    const questions = await repeat(200, 4, (index) =>
      send(origin, `/courses/${courseId}/questions`, {
        token,
        body: JSON.stringify({ title: `Pertanyaan ${index}`, text: 'Sama saja' }),
      }),
    )
    const requests = await repeat(50, 2, () =>
      send(origin, '/me/privacy-requests', { token, body: JSON.stringify({ kind: 'access', text: 'Lagi' }) }),
    )
    const downloads = await repeat(10, 3, () => send(origin, '/me/export', { method: 'GET', token }))
    return joined(attempts, keys, questions, requests, downloads)
  },
}

const costly = ['a*', '[', '![', '> ', '- ', '<b>', '`', '&', '0', '* _ ', '{#1:', '"a";', '~%50%']

const costlyTexts: Attack = {
  name: 'costly texts: nested emphasis, quotes, lists, tags and digits where Markdown, HTML, GIFT, CSV and numbers are read',
  async run({ origin, student, instructor, courseId, quizId, draftId }) {
    const long = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))
    const form = (name: string, text: string) => {
      const body = new FormData()
      body.set('file', new File([text], name))
      return body
    }
    const previews = await repeat(costly.length * 2, 2, (index) =>
      send(origin, `/courses/${courseId}/questions/preview`, {
        token: student,
        body: JSON.stringify({ text: long(costly[index % costly.length] ?? '', 19_000) }),
      }),
    )
    const prices = await repeat(costly.length, 2, (index) =>
      send(origin, `/courses/${draftId}`, {
        method: 'PUT',
        token: instructor,
        body: JSON.stringify({ price: long(costly[index] ?? '', 90_000), discount: long(' ', 90_000) }),
      }),
    )
    const article = (html: string) => JSON.stringify({ courseId: draftId, title: 'Artikel', type: 'text', text: html })
    const articles = await repeat(costly.length, 2, (index) =>
      send(origin, '/courses/content/create', { token: instructor, body: article(long(costly[index] ?? '', 90_000)) }),
    )
    const gifts = await repeat(costly.length, 2, (index) =>
      send(origin, `/courses/${courseId}/content/${quizId}/gift`, {
        token: instructor,
        body: form('a.gift', long(costly[index] ?? '', 60_000)),
      }),
    )
    const lists = await repeat(costly.length, 2, (index) =>
      send(origin, `/courses/${courseId}/students/import`, {
        token: instructor,
        body: form('a.csv', `email\n${long(`${costly[index]}\n`, 500_000)}`),
      }),
    )
    return joined(previews, prices, articles, gifts, lists)
  },
}

const quotaRaces: Attack = {
  name: 'quota races: videos, copies of a course, passkey options and one-time numbers, all at once',
  async run({ origin, student, instructor, draftId }) {
    const videos = await repeat(30, 30, () =>
      send(origin, '/uploads/tus', {
        token: instructor,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(1024 ** 3),
          'upload-metadata': 'filename YS5tcDQ=',
        },
      }),
    )
    const copies = await repeat(30, 30, () =>
      send(origin, `/courses/${draftId}/duplicate`, { token: instructor, body: '{}' }),
    )
    const passkeys = await repeat(100, 20, () => send(origin, '/me/passkeys/options', { token: student, body: '{}' }))
    const nonces = await repeat(300, 20, () => send(origin, '/auth/google/nonce', { method: 'GET' }))
    return joined(videos, copies, passkeys, nonces)
  },
}

export const pressures: readonly Attack[] = [slowBodies, growingLists, costlyTexts, quotaRaces]

/** A course of the demo that the student studies and the instructor teaches, with a quiz, and a draft of the instructor. */
export async function findTarget(
  target: Pick<Target, 'origin' | 'port' | 'student' | 'instructor' | 'admin'>,
): Promise<Target> {
  const { origin, student, instructor } = target
  const courses = await call<{ _id: string }[]>(origin, '/courses?limit=20')
  for (const { _id: courseId } of courses) {
    const { details } = await call<{ details: { _id: string; type: string }[] }>(origin, `/courses/${courseId}`)
    const quiz = details.find(({ type }) => type === 'quiz')
    if (!quiz || (await send(origin, `/courses/${courseId}/progress`, { method: 'GET', token: student })) !== '200')
      continue
    if (
      (await send(origin, `/courses/${courseId}/content/${quiz._id}/gift`, { method: 'GET', token: instructor })) !==
      '200'
    )
      continue
    const { _id: draftId } = await call<{ _id: string }>(origin, '/courses', {
      method: 'POST',
      token: instructor,
      body: { title: 'Draf kelas', status: 'draft' },
    })
    return { ...target, courseId, quizId: quiz._id, draftId }
  }
  throw new Error('The demo has no course with a quiz that both the student and the instructor open')
}
