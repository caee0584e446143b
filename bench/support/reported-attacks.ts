import { once } from 'node:events'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { ZipFile } from 'yazl'
import { call } from './resources.ts'
import { joined, repeat, send, type Attack, type Statuses } from './pressure.ts'

// Attacks that reviewers found, and the same kinds of work where the product has grown since. Ten times as strong as reported where a limit permits it.

const chunk = Buffer.alloc(64 * 1024)

/** Resolves when more can be sent, or nothing can any more. */
async function hasRoom(sent: ClientRequest): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(sent, 'drain', { signal }), once(sent, 'close', { signal })]).catch(() => {})
  over.abort()
}

/** Sends a body of any length in chunks, until the server ends the connection or has the whole. */
function sendEndless(port: number, path: string, megabytes: number): Promise<string> {
  return new Promise((resolve) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method: 'POST', path: `/api${path}`, agent: false },
      (response) => {
        response.resume()
        resolve(String(response.statusCode))
      },
    )
    sent.on('error', () => resolve('none'))
    sent.setHeader('content-type', 'application/json')
    void (async () => {
      for (let index = 0; index < megabytes * 16 && !sent.destroyed; index++)
        if (!sent.write(chunk)) await hasRoom(sent)
      sent.end()
    })()
  })
}

const endlessBodies: Attack = {
  name: 'endless bodies: 40 of 100 MB in chunks to webhooks and sign-in, signed out',
  run: ({ port }) =>
    repeat(40, 10, (index) =>
      sendEndless(port, ['/whatsapp/webhook', '/payments/notification', '/sign-in'][index % 3] ?? '', 100),
    ),
}

const colouredCode = (variant: number): string =>
  `\`\`\`csharp\n${`${'function '.repeat(43)}\n`.repeat(10)}\n\`\`\`\n\`\`\`c\n${`${'if '.repeat(130)}\n`.repeat(10)}\n\`\`\`\n${variant}`

const colours: Attack = {
  name: 'colours of code: previews, a question with 30 answers, each changed, and the page of it',
  async run({ origin, student: token, courseId }) {
    const json = (body: object) => ({ token, body: JSON.stringify(body) })
    const previews = await repeat(200, 10, (index) =>
      send(origin, `/courses/${courseId}/questions/preview`, json({ text: colouredCode(index) })),
    )
    const asked = await call<{ _id: string }>(origin, `/courses/${courseId}/questions`, {
      method: 'POST',
      token,
      body: { title: 'Kode siapa ini?', text: colouredCode(0) },
    }).catch(() => null)
    if (!asked) return previews
    const answers = await repeat(30, 10, (index) =>
      send(origin, `/questions/${asked._id}/answers`, json({ text: colouredCode(index) })),
    )
    const changes = await repeat(100, 10, (index) =>
      send(origin, `/questions/${asked._id}`, {
        ...json({ title: 'Kode', text: colouredCode(index) }),
        method: 'PATCH',
      }),
    )
    const pages = await repeat(100, 10, () => send(origin, `/questions/${asked._id}`, { method: 'GET', token }))
    return joined(previews, answers, changes, pages)
  },
}

async function zipOf(files: Record<string, string>): Promise<File> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return new File([new Uint8Array(Buffer.concat(parts))], 'kelas.imscc')
}

const manifest = (pages: number) =>
  `<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><organizations><organization structure="rooted-hierarchy"><item identifier="r">${Array.from({ length: pages }, (_, index) => `<item identifier="i${index}" identifierref="a"><title>Halaman ${index}</title></item>`).join('')}</item></organization></organizations><resources><resource identifier="a" type="webcontent" href="a.html"><file href="a.html"/></resource></resources></manifest>`

const archives: Attack = {
  name: 'course files: pages of 600,000 links, nested tags and 3,000 pages, beside exports',
  async run({ origin, instructor: token, courseId }) {
    const pages: [string, number][] = [
      ['<a href="x">y</a> '.repeat(600_000), 1],
      ['<s>a</s>'.repeat(49_000), 1],
      ['<b>'.repeat(30_000), 3_000],
    ]
    const files = await Promise.all(
      pages.map(([html, count]) => zipOf({ 'imsmanifest.xml': manifest(count), 'a.html': html })),
    )
    const imports = repeat(6, 3, (index) => {
      const body = new FormData()
      body.set('file', files[index % files.length] as File)
      body.set('check', 'true')
      return send(origin, '/admin/courses/import', { token, body })
    })
    const exports = repeat(10, 2, () => send(origin, `/courses/${courseId}/export`, { method: 'GET', token }))
    return joined(await imports, await exports)
  },
}

const cells: Attack = {
  name: 'cells of files: letters without an end in a bank statement, spaces in a percent, by an admin',
  async run({ origin, admin: token }) {
    const statement = `tanggal,jumlah,keterangan\n2026-11-01,${'a'.repeat(900_000)} CR,x\n`
    const people = `nama,email,kelas,persen\nSari Dewi,sari-lama@contoh.id,,1${' '.repeat(1_900_000)}x\n`
    const upload = (text: string, name: string) => {
      const body = new FormData()
      body.set('file', new File([text], name))
      body.set('dryRun', 'true')
      return body
    }
    const statements = await repeat(20, 4, () =>
      send(origin, '/admin/transfers/statement', { token, body: upload(statement, 'mutasi.csv') }),
    )
    const imports = await repeat(20, 4, () =>
      send(origin, '/admin/students/import', { token, body: upload(people, 'siswa.csv') }),
    )
    return joined(statements, imports)
  },
}

const unknown = '00000000-0000-7000-8000-000000000000'

const largeBodies: Attack = {
  name: 'large bodies: answers with 60,000 keys, code of 200 KB, paths, applications and invitations of a team that is not theirs',
  async run({ origin, student, admin, courseId, quizId }) {
    const keys = JSON.stringify({
      answers: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`q${index}`, 1])),
      seq: 1,
    })
    const code = JSON.stringify({ files: [{ path: 'a.js', text: 'a('.repeat(95_000) }], seq: 1, passed: 1, total: 1 })
    const emails = JSON.stringify({ emails: Array.from({ length: 200 }, (_, index) => `undangan-${index}@contoh.id`) })
    const steps = Array.from({ length: 30 }, () => ({ courseId: unknown, sentence: 'x'.repeat(200) }))
    const path = JSON.stringify({ title: 'Jalur panjang', description: 'x'.repeat(4_000), steps })
    const application = JSON.stringify({ headline: 'x'.repeat(100), about: '[('.repeat(900), categoryIds: [] })
    const bodies: [string, string, string, string][] = [
      ['PUT', `/attempts/${unknown}/answers`, student, keys],
      ['PUT', `/courses/${courseId}/content/${quizId}/exercise/draft`, student, code],
      ['POST', `/courses/${courseId}/content/${quizId}/exercise/runs`, student, code],
      ['POST', `/teams/${unknown}/invitations`, student, emails],
      ['POST', '/me/instructor-application', student, application],
      ['POST', '/admin/paths', admin, path],
    ]
    let all: Statuses = {}
    for (const [method, address, token, body] of bodies)
      all = joined(all, await repeat(80, 8, () => send(origin, address, { method, token, body })))
    return all
  },
}

const documents: Attack = {
  name: 'the document of the API, and lists of everything that is sold, signed out',
  async run({ origin }) {
    const addresses = ['/openapi.json', '/paths', '/bundles', '/courses?limit=20', '/search?q=kelas']
    return repeat(2_000, 20, (index) => send(origin, addresses[index % addresses.length] ?? '', { method: 'GET' }))
  },
}

export const reportedAttacks: readonly Attack[] = [endlessBodies, colours, archives, cells, largeBodies, documents]
