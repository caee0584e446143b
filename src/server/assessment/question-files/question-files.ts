import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { maximumGiftBytes, type StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { addQuestions, showQuiz } from '#server/assessment/edit-quiz.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { describeForText } from '#contract/kit/media/foreign-files.ts'
import { findKind } from '#server/platform/file-kind.ts'
import { readText } from '#server/platform/read-text.ts'
import type { Uploads } from '#server/platform/media/index.ts'
import { readGiftWithoutLoss } from './read-gift-in-worker.ts'
import { writeGift } from './write-gift.ts'
import { isMoodleXml, readPictures, receiveMoodleXml } from './moodle-xml.ts'
import type { Essay, Note } from './read-moodle-xml.ts'
import { writeMoodleXml } from './write-moodle-xml.ts'

/** `skipped`: mistakes of questions that were left out. */
type Received = { outcome: 'received'; questions: QuestionInput[]; essays: Essay[]; notes: Note[]; skipped: Note[] }
/** `usable` is how many questions have no mistake, and `faulty` the others as GIFT. */
type GiftMistakes = {
  outcome: 'gift-mistakes'
  data: { errors: { file: string }; mistakes: Note[]; usable: number; faulty: string | null }
}
type TooLarge = { outcome: 'too-large'; data: { errors: { file: string } } }

/** The questions of a GIFT or Moodle XML file that staff sent. */
async function receiveQuestions(
  deps: { uploads: Uploads },
  staff: Viewer,
  file: Blob,
  { skipMistakes }: { skipMistakes: boolean },
): Promise<Received | GiftMistakes | TooLarge> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isMoodleXml(bytes)) {
    const received = await receiveMoodleXml(deps, staff.id, bytes)
    return 'mistakes' in received ? giftMistakes(received.mistakes) : { outcome: 'received', ...received, skipped: [] }
  }
  const kind = await findKind(bytes)
  const mistake = kind && describeForText(kind, 'GIFT atau Moodle XML')
  if (mistake) return giftMistakes([{ line: 1, message: mistake.replace(/\.$/, '') }])
  if (bytes.byteLength > maximumGiftBytes)
    return { outcome: 'too-large', data: { errors: { file: 'Berkas GIFT maksimal 1 MB' } } }
  const read = await readGiftWithoutLoss(staff.id, readText(bytes) ?? '')
  const { questions, notes } = 'mistakes' in read ? read.rest : read
  if ('mistakes' in read && !(skipMistakes && questions.length > 0))
    return giftMistakes(read.mistakes, questions.length, read.faulty || null)
  return { outcome: 'received', questions, notes, essays: [], skipped: 'mistakes' in read ? read.mistakes : [] }
}

function giftMistakes(mistakes: Note[], usable = 0, faulty: string | null = null): GiftMistakes {
  const text = mistakes.map(({ line, message }) => `Baris ${line}: ${message}.`).join(' ')
  return { outcome: 'gift-mistakes', data: { errors: { file: text }, mistakes, usable, faulty } }
}

type Imported = Omit<Received, 'outcome'> & { outcome: 'imported'; quiz: StaffQuiz }

/** Adds the questions of a file to a quiz, all or none; with `skipMistakes` those without a mistake. */
export async function importQuestions(
  deps: AssessmentDeps,
  staff: Viewer,
  { key, file, skipMistakes }: { key: LessonKey; file: Blob; skipMistakes: boolean },
): Promise<Imported | Refusal<'not-found'> | GiftMistakes | TooLarge | InvalidInput> {
  if (!(await showQuiz(deps, staff, key))) return refused('not-found')
  const received = await receiveQuestions(deps, staff, file, { skipMistakes })
  if (received.outcome !== 'received') return received
  const saved = await addQuestions(deps, staff, { key, added: received.questions })
  return saved.outcome === 'saved' ? { ...received, outcome: 'imported', quiz: saved.quiz } : saved
}

/** All questions of a quiz as a file; only Moodle XML carries their pictures. */
export const writeQuestions = async (
  deps: { uploads: Pick<Uploads, 'read'> },
  questions: readonly QuestionInput[],
  format: 'gift' | 'xml',
): Promise<string> =>
  format === 'xml' ? writeMoodleXml(questions, await readPictures(deps, questions)) : writeGift(questions)
