import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { maximumGiftBytes, type StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { addQuestions, showQuiz } from '#server/assessment/authoring/edit-quiz.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { readText } from '#server/platform/read-text.ts'
import type { Uploads } from '#server/platform/uploads/index.ts'
import { readGiftInWorker } from '#server/assessment/gift/read-in-worker.ts'
import { withoutLoss } from '#server/assessment/gift/without-loss.ts'
import { writeGift } from '#server/assessment/gift/write-gift.ts'
import { isMoodleXml, readPictures, receiveMoodleXml } from './moodle-xml.ts'
import type { Essay, Note } from './read-moodle-xml.ts'
import { writeMoodleXml } from './write-moodle-xml.ts'

type Received = { outcome: 'received'; questions: QuestionInput[]; essays: Essay[]; notes: Note[] }
type GiftMistakes = { outcome: 'gift-mistakes'; data: { errors: { file: string }; mistakes: Note[] } }
type TooLarge = { outcome: 'too-large'; data: { errors: { file: string } } }

/** The questions of a GIFT or Moodle XML file that staff sent. */
async function receiveQuestions(deps: { uploads: Uploads }, staff: Viewer, file: Blob): Promise<Received | GiftMistakes | TooLarge> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isMoodleXml(bytes)) return outcomeOf(await receiveMoodleXml(deps, staff.id, bytes))
  if (bytes.byteLength > maximumGiftBytes) return { outcome: 'too-large', data: { errors: { file: 'Berkas GIFT maksimal 1 MB' } } }
  const read = withoutLoss(await readGiftInWorker(staff.id, readText(bytes) ?? ''))
  return outcomeOf('mistakes' in read ? read : { questions: read.questions, notes: read.notes, essays: [] })
}

function outcomeOf(read: Omit<Received, 'outcome'> | { mistakes: Note[] }): Received | GiftMistakes {
  if ('questions' in read) return { outcome: 'received', ...read }
  const { mistakes } = read
  const text = mistakes.map(({ line, message }) => `Baris ${line}: ${message}.`).join(' ')
  return { outcome: 'gift-mistakes', data: { errors: { file: text }, mistakes } }
}

type Imported = Omit<Received, 'outcome'> & { outcome: 'imported'; quiz: StaffQuiz }

/** Adds the questions of a file to a quiz, all or none. */
export async function importQuestions(
  deps: AssessmentDeps,
  staff: Viewer,
  key: LessonKey,
  file: Blob,
): Promise<Imported | Refusal<'not-found'> | GiftMistakes | TooLarge | InvalidInput> {
  if (!(await showQuiz(deps, staff, key))) return refused('not-found')
  const received = await receiveQuestions(deps, staff, file)
  if (received.outcome !== 'received') return received
  const saved = await addQuestions(deps, staff, key, received.questions)
  return saved.outcome === 'saved' ? { ...received, outcome: 'imported', quiz: saved.quiz } : saved
}

/** All questions of a quiz as a file; only Moodle XML carries their pictures. */
export const writeQuestions = async (deps: { uploads: Pick<Uploads, 'read'> }, questions: readonly QuestionInput[], format: 'gift' | 'xml'): Promise<string> =>
  format === 'xml' ? writeMoodleXml(questions, await readPictures(deps, questions)) : writeGift(questions)
