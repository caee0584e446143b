import { setImmediate } from 'node:timers/promises'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { replacePictures, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { encodeUnlessEncoded, type Uploads } from '#server/platform/media/index.ts'
import { ifTooCostly } from '#server/platform/too-costly.ts'
import { tooComplexFile } from './read-gift-in-worker.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import { cleanUserQuestions } from '#server/assessment/clean-in-worker.ts'
import { mapQuestionHtml } from '#server/assessment/question-html.ts'
import { imagePath } from './moodle-pictures.ts'
import type { Essay, Note, readMoodleXml } from './read-moodle-xml.ts'
import type { PictureBytes } from './write-moodle-xml.ts'

const file = new URL('read-moodle-xml.ts', import.meta.url)
const refuseCostly = ifTooCostly({ mistakes: [{ line: 1, message: tooComplexFile }] })

/** True for bytes that start like Moodle XML, in any encoding. GIFT may start with a tag, too. */
export const isMoodleXml = (bytes: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*<(?:\?xml|!--|!doctype|quiz)\b/i.test(
    Buffer.from(bytes.subarray(0, 400)).toString('latin1').replaceAll('\0', ''),
  )

/** The questions of a file, with its pictures stored; the pictures of questions that are not saved are deleted by the job for unused ones. */
export async function receiveMoodleXml(
  { uploads }: { uploads: Uploads },
  userId: string,
  bytes: Uint8Array,
): Promise<{ questions: QuestionInput[]; essays: Essay[]; notes: Note[] } | { mistakes: Note[] }> {
  const read = await parseInWorker<typeof readMoodleXml>(userId, file, 'readMoodleXml', { bytes }).catch(refuseCostly)
  if ('mistakes' in read) return read
  const notes = [...read.notes]
  const stored = new Map<string, { src: string; width: string; height: string }>()
  for (const picture of read.pictures) {
    const received = await encodeUnlessEncoded(picture.bytes, 'article')
    if (received.outcome === 'encoded') {
      const { image } = received
      const src = `/uploads/${await uploads.storeNow(image, userId)}`
      stored.set(imagePath(picture.index), { src, width: String(image.width), height: String(image.height) })
    } else notes.push({ line: 1, message: `Gambar "${picture.name.slice(0, 100)}" tidak ikut: ${received.message}` })
  }
  const withAddresses = (html: string): string =>
    replacePictures(html as CleanHtml, ({ src = '', ...attributes }) => {
      const picture = stored.get(src)
      if (!picture) return null
      const { src: address, ...size } = picture
      return { src: address, ...attributes, ...(attributes.width || attributes.height ? {} : size) }
    })
  const named: QuestionInput[] = []
  for (const question of read.questions) {
    // Other requests are served between long questions.
    await setImmediate()
    named.push(mapQuestionHtml(question, withAddresses))
  }
  // A picture that cannot be read may have been all of a question.
  const cleaned = await cleanUserQuestions(userId, { inputs: named, known: new Set() }).catch(refuseCostly)
  if ('mistakes' in cleaned) return cleaned
  const empty = new Set<QuestionInput>()
  for (const [field, message] of 'errors' in cleaned ? Object.entries(cleaned.errors) : []) {
    const question = named[Number(field.split('.')[1])]
    if (!question || empty.has(question)) continue
    empty.add(question)
    notes.push({ line: 1, message: `Soal tanpa isi tidak ikut: ${message}` })
  }
  const questions = named.filter((question) => !empty.has(question))
  return { questions, essays: read.essays.map((essay) => ({ ...essay, html: withAddresses(essay.html) })), notes }
}

/** The bytes of all pictures that questions show. */
export async function readPictures(
  { uploads }: { uploads: Pick<Uploads, 'read'> },
  questions: readonly QuestionInput[],
): Promise<PictureBytes> {
  const names = new Set(
    [...JSON.stringify(questions).matchAll(/\/uploads\/([0-9a-f-]{36}\.webp)/g)].map(([, name = '']) => name),
  )
  const pictures = new Map<string, Uint8Array>()
  for (const name of names) {
    const bytes = await uploads.read(name)
    if (bytes) pictures.set(name, bytes)
  }
  return pictures
}
