import { maximumGiftBytes } from '#contract/assessment/quiz-authoring.ts'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { readText } from '#server/platform/read-text.ts'
import type { Uploads } from '#server/platform/uploads/index.ts'
import { readGiftInWorker } from '#server/assessment/gift/read-in-worker.ts'
import { withoutLoss } from '#server/assessment/gift/without-loss.ts'
import { writeGift } from '#server/assessment/gift/write-gift.ts'
import { isMoodleXml, readPictures, receiveMoodleXml } from './moodle-xml.ts'
import type { Essay, Note } from './read-moodle-xml.ts'
import { writeMoodleXml } from './write-moodle-xml.ts'

/** `skipped`: mistakes of questions that were left out. With mistakes, `usable` is how many questions have none, and `faulty` the others as GIFT. */
type Received =
  | { questions: QuestionInput[]; essays: Essay[]; notes: Note[]; skipped: Note[] }
  | { mistakes: Note[]; usable: number; faulty: string | null }
  | 'too-large'

/** The questions of a GIFT or Moodle XML file that staff sent. */
export async function receiveQuestions(deps: { uploads: Uploads }, staff: Viewer, file: Blob, { skipMistakes }: { skipMistakes: boolean }): Promise<Received> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isMoodleXml(bytes)) {
    const received = await receiveMoodleXml(deps, staff.id, bytes)
    return 'mistakes' in received ? { ...received, usable: 0, faulty: null } : { ...received, skipped: [] }
  }
  if (bytes.byteLength > maximumGiftBytes) return 'too-large'
  const read = withoutLoss(await readGiftInWorker(staff.id, readText(bytes) ?? ''))
  const { questions, notes } = 'mistakes' in read ? read.rest : read
  const mistakes = 'mistakes' in read ? read.mistakes : []
  if ('mistakes' in read && !(skipMistakes && questions.length > 0)) return { mistakes, usable: questions.length, faulty: read.faulty || null }
  return { questions, notes, essays: [], skipped: mistakes }
}

/** All questions of a quiz as a file; only Moodle XML carries their pictures. */
export const writeQuestions = async (deps: { uploads: Pick<Uploads, 'read'> }, questions: readonly QuestionInput[], format: 'gift' | 'xml'): Promise<string> =>
  format === 'xml' ? writeMoodleXml(questions, await readPictures(deps, questions)) : writeGift(questions)
