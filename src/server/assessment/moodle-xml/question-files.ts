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

type Received = { questions: QuestionInput[]; essays: Essay[]; notes: Note[] } | { mistakes: Note[] } | 'too-large'

/** The questions of a GIFT or Moodle XML file that staff sent. */
export async function receiveQuestions(deps: { uploads: Uploads }, staff: Viewer, file: Blob): Promise<Received> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isMoodleXml(bytes)) return receiveMoodleXml(deps, staff.id, bytes)
  if (bytes.byteLength > maximumGiftBytes) return 'too-large'
  const read = withoutLoss(await readGiftInWorker(staff.id, readText(bytes) ?? ''))
  return 'mistakes' in read ? read : { questions: read.questions, notes: read.notes, essays: [] }
}

/** All questions of a quiz as a file; only Moodle XML carries their pictures. */
export const writeQuestions = async (deps: { uploads: Pick<Uploads, 'read'> }, questions: readonly QuestionInput[], format: 'gift' | 'xml'): Promise<string> =>
  format === 'xml' ? writeMoodleXml(questions, await readPictures(deps, questions)) : writeGift(questions)
