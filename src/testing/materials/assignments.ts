import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { ApiResponse, CallOptions, FormValue } from '#testing/api-call.ts'

type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>

/** Two criteria of three levels; the best ones earn 4 and 6 points. */
export const rubric = [
  {
    title: 'Kerapian',
    levels: [
      { title: 'Rapi', points: 4, description: 'Mudah dibaca' },
      { title: 'Cukup', points: 2, description: '' },
      { title: 'Belum', points: 0, description: '' },
    ],
  },
  {
    title: 'Isi',
    levels: [
      { title: 'Lengkap', points: 6, description: '' },
      { title: 'Sebagian', points: 3, description: '' },
    ],
  },
]

/** Adds a lesson with an assignment of 50 points to a course and returns its id. */
export async function createAssignment(
  call: Call,
  { courseId, token, criteria = rubric }: { courseId: string; token: string; criteria?: unknown[] },
) {
  const body = { courseId, title: 'Tugas akhir', type: 'assignment', text: '<p>Buat satu halaman.</p>' }
  const made = await call('POST', '/courses/content/create', { token, body })
  const lessonId: string = made.body.data._id
  const saved = await call('PUT', `/courses/${courseId}/content/${lessonId}/assignment`, {
    token,
    body: { version: 0, points: 50, criteria },
  })
  if (saved.status !== 200) throw new Error(`The assignment returned ${saved.status}: ${JSON.stringify(saved.body)}`)
  return lessonId
}

export const textFile = (name = 'jawaban.txt', text = 'Jawabanku'): File =>
  new File([text], name, { type: 'text/plain' })
export const pdfFile = (name = 'laporan.pdf'): File =>
  new File(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'], name, { type: 'application/pdf' })

async function zipFile(name: string, entries: Record<string, string>): Promise<File> {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return new File([new Uint8Array(await buffer(zip.outputStream))], name)
}

export const archive = (name = 'proyek.zip'): Promise<File> => zipFile(name, { 'index.html': '<h1>Proyek</h1>' })

const mainParts = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const

/** The smallest file that is recognized as an Office document. */
export function officeFile(kind: keyof typeof mainParts, name = `berkas.${kind}`): Promise<File> {
  const [part, type] = mainParts[kind]
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" LessonType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`
  return zipFile(name, { '[Content_Types].xml': types, [part]: '<xml/>' })
}

type Caller = { token: string }
type Scene = { site: { call: Call }; instructor: Caller; student: Caller; course: { id: string }; lessonId: string }
type SubmissionForm = Record<string, FormValue | FormValue[]>

/** The calls that tests of submissions make; `scene` returns the users and the assignment of the running test. */
export function submissionCalls(scene: () => Scene) {
  const call = (method: string, path: string, { token }: Caller, options: CallOptions = {}) =>
    scene().site.call(method, path, { token, ...options })
  const at = (rest = '') => `/courses/${scene().course.id}/content/${scene().lessonId}${rest}`
  return {
    at,
    handIn: (sent: SubmissionForm, who = scene().student) =>
      call('POST', at('/submissions'), who, 'files' in sent ? { form: sent } : { body: sent }),
    mine: async (who = scene().student) => (await call('GET', at('/submissions/mine'), who)).body,
    queue: async (query = '', who = scene().instructor) => (await call('GET', `/admin/submissions${query}`, who)).body,
    show: (id: string, who = scene().instructor) => call('GET', `/admin/submissions/${id}`, who),
    review: (id: string, body: object, who = scene().instructor) =>
      call('POST', `/admin/submissions/${id}/review`, who, { body }),
    completed: async () => (await call('GET', `/courses/${scene().course.id}/progress`, scene().student)).body.data,
  }
}
