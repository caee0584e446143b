import sharp from 'sharp'
import { pick, seededRandom } from '#testing/chaos/seeded-random.ts'

// The mixed requests of the scenario `memory`: those of a normal day, with more of what is expensive.

type Signed = 'student' | 'instructor' | 'admin'
type Ids = {
  courses: string[]
  ebooks: string[]
  certificates: string[]
  photos: string[]
  photo: Uint8Array<ArrayBuffer>
}
type Sent = {
  path: string
  method?: 'GET' | 'POST' | 'PATCH'
  json?: object
  photo?: Uint8Array<ArrayBuffer>
  as?: Signed
  signsInAs?: Signed
}
type Kind = { share: number; make(ids: Ids, random: () => number): Sent }

const accounts: Record<Signed, string> = {
  student: 'siswa@demo.id',
  instructor: 'pengajar@demo.id',
  admin: 'admin@demo.id',
}
const password = 'belajar123'
const atOnce = 8
const words = [
  'laravel',
  'desain',
  'python',
  'data excel',
  'fotografi',
  'phyton',
  'pemula',
  'golang jaringan',
  'zzzzqqqq',
]

const signIn = (as: Signed): Sent => ({
  path: '/api/sign-in',
  method: 'POST',
  json: { email: accounts[as], password },
  signsInAs: as,
})

const kinds: readonly Kind[] = [
  // Visitors: mostly cached pages, searches that are not.
  {
    share: 12,
    make: (_, random) => ({
      path: pick(random, ['/', '/kelas', '/sale', '/e-books', '/tips', '/auth/sign-in', '/tidak-ada']),
    }),
  },
  { share: 12, make: ({ courses }, random) => ({ path: `/kelas/details/${pick(random, courses)}` }) },
  { share: 6, make: ({ ebooks }, random) => ({ path: `/e-book/${pick(random, ebooks)}` }) },
  {
    share: 9,
    make: (_, random) => ({
      path: `/kelas?q=${encodeURIComponent(`${pick(random, words)} ${Math.floor(random() * 1000)}`)}`,
    }),
  },
  {
    share: 9,
    make: (_, random) => ({
      path: `/api/courses?q=${encodeURIComponent(`${pick(random, words)} ${Math.floor(random() * 1e6)}`)}`,
    }),
  },
  {
    share: 6,
    make: (_, random) => ({ path: `/api/search/suggestions?q=${encodeURIComponent(pick(random, words).slice(0, 4))}` }),
  },
  // Images.
  { share: 8, make: ({ courses }, random) => ({ path: `/cover/web/${pick(random, courses)}.svg` }) },
  { share: 2, make: ({ photos }, random) => ({ path: pick(random, photos) }) },
  { share: 1, make: ({ photo }) => ({ path: '/api/me', method: 'PATCH', photo, as: 'instructor' }) },
  { share: 3, make: ({ courses }, random) => ({ path: `/sharing/kelas/${pick(random, courses)}.png` }) },
  // Students.
  { share: 7, make: () => ({ path: '/api/me', as: 'student' }) },
  { share: 7, make: () => ({ path: '/api/courses/enrolled', as: 'student' }) },
  { share: 4, make: ({ courses }, random) => ({ path: `/api/courses/${pick(random, courses)}`, as: 'student' }) },
  { share: 4, make: () => ({ path: '/api/my-transaction', as: 'student' }) },
  { share: 2, make: (_, random) => signIn(pick(random, ['student', 'instructor', 'admin'])) },
  // Staff.
  { share: 2, make: () => ({ path: '/api/admin/overview?days=30', as: 'instructor' }) },
  { share: 2, make: () => ({ path: '/api/admin/transactions?limit=20', as: 'admin' }) },
  { share: 2, make: () => ({ path: '/api/admin/students?limit=20', as: 'admin' }) },
  { share: 1, make: () => ({ path: '/api/admin/transactions/export', as: 'admin' }) },
  { share: 1, make: ({ certificates }, random) => ({ path: `/certificate/${pick(random, certificates)}.pdf` }) },
]
const mix = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))

/** Sends so many requests, some at once, and returns how many had each status. The product must trust one proxy: every request is of another client. */
export async function sendMixed(origin: string, count: number): Promise<Map<string, number>> {
  let client = 0
  const tokens = new Map<Signed, string>()
  async function send({ path, method = 'GET', json, photo, as }: Sent): Promise<Response> {
    client++
    const headers: Record<string, string> = {
      'x-forwarded-for': `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`,
    }
    const token = as && tokens.get(as)
    if (token) headers.authorization = `Bearer ${token}`
    if (json) headers['content-type'] = 'application/json'
    return fetch(origin + path, { method, headers, body: json ? JSON.stringify(json) : photo ? formOf(photo) : null })
  }
  const readData = async <Data>(sent: Sent) => ((await (await send(sent)).json()) as { data: Data }).data
  for (const as of Object.keys(accounts) as Signed[])
    tokens.set(as, (await readData<{ token: string }>(signIn(as))).token)
  const idsOf = async (path: string, as?: Signed) =>
    (await readData<{ _id: string }[]>({ path, ...(as ? { as } : {}) })).map(({ _id }) => _id)
  const home = await (await send({ path: '/' })).text()
  const ids: Ids = {
    courses: await idsOf('/api/courses?limit=50'),
    ebooks: await idsOf('/api/ebooks?limit=50'),
    certificates: await idsOf('/api/admin/certificates?limit=50', 'admin'),
    photos: [...new Set([...home.matchAll(/\/uploads\/[\w-]+\.webp/g)].map(([path]) => path))],
    photo: await takePhoto(),
  }
  const random = seededRandom(7)
  const statuses = new Map<string, number>()
  let sent = 0
  const work = async () => {
    while (sent++ < count) {
      const request = pick(random, mix).make(ids, random)
      const response = await send(request)
      const body = await response.arrayBuffer()
      // The oldest sessions of an account end when it has many.
      if (request.signsInAs && response.ok)
        tokens.set(
          request.signsInAs,
          (JSON.parse(Buffer.from(body).toString()) as { data: { token: string } }).data.token,
        )
      const status = String(response.status)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return statuses
}

function formOf(photo: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('photo', new Blob([photo]))
  return form
}

/** A photo as a phone takes it. */
async function takePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const background = { r: 0, g: 0, b: 0 }
  return new Uint8Array(
    await sharp({ create: { width: 1600, height: 1200, channels: 3, background, noise } })
      .jpeg()
      .toBuffer(),
  )
}
