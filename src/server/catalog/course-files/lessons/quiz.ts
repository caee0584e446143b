import * as z from 'zod/mini'
import { quizSettings, type Question, type QuestionInput, type QuizSettings } from '#contract/assessment/quiz.ts'
import { cleanQuestions, mapQuestionHtml, readGiftInWorker, writeGift } from '#server/assessment/index.ts'
import { readText } from '#server/catalog/course-files/course-files.ts'
import { courseFile, type Mistakes } from '#server/catalog/course-files/reading/mistakes.ts'
import { collectPictures, namePictures } from '#server/catalog/course-files/pictures.ts'
import { mapPictures } from '#server/platform/rich-text/index.ts'
import { fileOf, type LessonKind, type LessonToRead } from './kind.ts'

const defaults = quizSettings.parse({})
const settingsNames = Object.keys(quizSettings.shape).join(', ')
const settingsFields = z.strictObject(quizSettings.shape, {
  error: (issue) =>
    issue.code === 'unrecognized_keys' ? `"${issue.keys.join('", "')}" tidak dikenal. Yang ada: ${settingsNames}` : 'Tulis sebagai baris "nama: nilai"',
})

function readSettings({ fields, lineOf, mistakes }: LessonToRead): QuizSettings {
  const parsed = settingsFields.safeParse(fields.settings ?? {})
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) mistakes.report(courseFile, lineOf('settings', ...path.map(String)), message)
  return defaults
}

type Read = { questions: QuestionInput[]; lines: number[] }

async function readQuestions(file: string, text: string, mistakes: Mistakes): Promise<Read> {
  // A quiz may have no questions yet.
  if (text.trim() === '') return { questions: [], lines: [] }
  const read = await readGiftInWorker('course-import', text)
  if ('questions' in read) return read
  for (const { line, message } of read.mistakes) mistakes.report(file, line, message)
  return { questions: [], lines: [] }
}

/** Reports questions of which cleaning leaves nothing. */
function checkQuestions(file: string, { questions, lines }: Read, mistakes: Mistakes): void {
  const cleaned = cleanQuestions({ inputs: questions, known: new Set() })
  if ('questions' in cleaned) return
  for (const [field, message] of Object.entries(cleaned.errors)) {
    const index = Number(field.split('.')[1])
    mistakes.report(file, lines[index] ?? 1, `Soal ${index + 1}: ${message}`)
  }
}

/** GIFT does not keep every run of spaces. Written again, what was read stays as it is. */
async function toGift(questions: readonly Question[]): Promise<string> {
  if (questions.length === 0) return ''
  const text = writeGift(questions)
  const read = await readGiftInWorker('course-export', text)
  return 'questions' in read ? writeGift(read.questions) : text
}

export const quiz: LessonKind = {
  field: 'quiz',
  otherFields: ['settings'],
  mayBePreview: false,
  matches: ({ type }) => type === 'quiz',

  async read(lesson) {
    const { files, mistakes } = lesson
    const settings = readSettings(lesson)
    const file = fileOf(lesson, 'quiz')
    const text = file === null ? null : readText(files, file, mistakes)
    if (file === null || text === null) return null
    const { questions, lines } = await readQuestions(file, text, mistakes)
    const { pictures, map } = collectPictures({ files, file, text, mistakes })
    const checked = questions.map((question) => mapQuestionHtml(question, (html) => mapPictures(html, map)))
    checkQuestions(file, { questions: checked, lines }, mistakes)
    return {
      pictures,
      files: [file],
      body: () => ({ type: 'quiz' }),
      async store(tx, { assessment }, { lessonId, importer, pictures: stored }) {
        const named = questions.map((question) => mapQuestionHtml(question, (html) => mapPictures(html, namePictures(file, stored))))
        await assessment.addQuiz(tx, { lessonId, savedBy: importer.id, settings, questions: named })
      },
    }
  },

  async write({ id, courseId }, { stem, viewer, addText, loadPictures, withPaths }, { assessment }) {
    const stored = await assessment.showQuiz(viewer, { courseId, lessonId: id })
    await loadPictures(JSON.stringify(stored?.questions ?? []))
    const questions = (stored?.questions ?? []).map((question) => mapQuestionHtml(question, withPaths))
    const settings = Object.entries(stored?.settings ?? {}).filter(([name, value]) => value !== defaults[name as keyof QuizSettings])
    return { quiz: addText(`${stem}.gift`, await toGift(questions)), ...(settings.length > 0 ? { settings: Object.fromEntries(settings) } : {}) }
  },
}
