import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import type { ApiResponse, CallOptions } from '#testing/api-call.ts'

type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>

/** A student's draft of the only file of the exercise below. */
export const draftOf = (text: string): CodeFile[] => [{ path: 'utama.js', text }]

export const exercise = {
  language: 'javascript',
  files: [
    { path: 'utama.js', text: 'function tambah(a, b) {\n}\n', role: 'edit' },
    { path: 'data/angka.js', text: 'const angka = [1, 2]\n', role: 'hidden' },
  ],
  tests:
    "tes('menjumlahkan dua angka', () => harap(tambah(1, 2)).sama(3))\ntes('menjumlahkan nol', () => harap(tambah(0, 0)).sama(0))\n",
  hints: ['Pakai return.'],
  solutionAfter: 2,
  solution: [{ path: 'utama.js', text: 'function tambah(a, b) {\n  return a + b\n}\n' }],
}

/** Adds a lesson with a code exercise of two tests to a course and returns its id. */
export async function createExercise(
  call: Call,
  { courseId, token, fields = {} }: { courseId: string; token: string; fields?: object },
) {
  const body = { courseId, title: 'Latihan menjumlah', type: 'code', text: '<p>Jumlahkan dua angka.</p>' }
  const made = await call('POST', '/courses/content/create', { token, body })
  const lessonId: string = made.body.data._id
  const saved = await call('PUT', `/courses/${courseId}/content/${lessonId}/exercise`, {
    token,
    body: { ...exercise, ...fields, version: 0 },
  })
  if (saved.status !== 200) throw new Error(`The exercise returned ${saved.status}: ${JSON.stringify(saved.body)}`)
  return lessonId
}

type World = { courseId: string; exerciseId: string }
type Row<Caller> = { owners: readonly Caller[]; url: (world: World) => string; body?: () => unknown }

/** Who may make the calls of exercises, for the permission test. */
export function exerciseRows<Caller>({
  student,
  mayEdit,
  mayTeach,
}: Record<'student' | 'mayEdit' | 'mayTeach', readonly Caller[]>): Record<string, Row<Caller>> {
  const path = '/courses/{id}/content/{contentId}/exercise'
  const at = (after = '') => ({
    url: ({ courseId, exerciseId }: World) => `/courses/${courseId}/content/${exerciseId}/exercise${after}`,
  })
  const body = (sent: object) => ({ body: () => sent })
  return {
    [`GET ${path}`]: { owners: [...student, ...mayTeach], ...at() },
    [`PUT ${path}`]: { owners: mayEdit, ...at(), ...body({ ...exercise, version: 0 }) },
    [`PUT ${path}/check`]: {
      owners: mayEdit,
      ...at('/check'),
      ...body({ version: 1, solutionPasses: true, startFails: true }),
    },
    [`GET ${path}/draft`]: { owners: student, ...at('/draft') },
    [`PUT ${path}/draft`]: { owners: student, ...at('/draft'), ...body({ files: draftOf('1'), seq: 1 }) },
    [`POST ${path}/runs`]: { owners: student, ...at('/runs'), ...body({ files: draftOf('1'), passed: 0, total: 2 }) },
  }
}
