import * as z from 'zod/mini'
import { quizSettings, type Question, type QuestionInput, type QuizSettings } from '#contract/assessment/quiz.ts'
import { cleanQuestionsOfFile, mapQuestionHtml, readGiftInWorker, writeGift } from '#server/assessment/index.ts'
import { readText } from '#server/moving/course-files.ts'
import { courseFile, type Mistakes } from './mistakes.ts'
import { resolvePictures } from '#server/moving/pictures.ts'
import type { CleanHtml } from '#server/platform/rich-text/index.ts'
import { ifTooCostly } from '#server/platform/too-costly.ts'
import { tooComplex } from './markdown-file.ts'
import { fileOf, type LessonKind, type LessonToRead } from './lesson-kind.ts'

const defaults = quizSettings.parse({})
const settingsNames = Object.keys(quizSettings.shape).join(', ')
const settingsFields = z.strictObject(quizSettings.shape, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `"${issue.keys.join('", "')}" tidak dikenal. Yang ada: ${settingsNames}`
      : 'Tulis sebagai baris "nama: nilai"',
})

function readSettings({ fields, lineOf, mistakes }: LessonToRead): QuizSettings {
  const parsed = settingsFields.safeParse(fields.settings ?? {})
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues)
    mistakes.report(courseFile, lineOf('settings', ...path.map(String)), message)
  return defaults
}

type Read = { questions: QuestionInput[]; lines: number[] }

async function readQuestions(file: string, text: string, mistakes: Mistakes): Promise<Read> {
  // A quiz may have no questions yet.
  if (text.trim() === '') return { questions: [], lines: [] }
  const read = await readGiftInWorker('course-import', text)
  if ('questions' in read) return { questions: read.questions, lines: read.blocks.map(({ line }) => line) }
  for (const { line, message } of read.mistakes) mistakes.report(file, line, message)
  return { questions: [], lines: [] }
}

/** Clean questions, reporting those of which cleaning leaves nothing. */
async function clean(
  file: string,
  { questions, lines }: Read,
  mistakes: Mistakes,
): Promise<{ questions: Question[]; references: string[] }> {
  const read = await cleanQuestionsOfFile('course-import', questions).catch(ifTooCostly(null))
  if (read === null) {
    mistakes.report(file, 1, tooComplex)
    return { questions: [], references: [] }
  }
  const { cleaned, references } = read
  if ('questions' in cleaned) return { questions: cleaned.questions, references }
  for (const [field, message] of Object.entries(cleaned.errors)) {
    const index = Number(field.split('.')[1])
    mistakes.report(file, lines[index] ?? 1, `Soal ${index + 1}: ${message}`)
  }
  return { questions: [], references }
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
  matches: () => true,

  async read(lesson) {
    const { files, mistakes } = lesson
    const settings = readSettings(lesson)
    const file = fileOf(lesson, 'quiz')
    const text = file === null ? null : readText(files, file, mistakes)
    if (file === null || text === null) return null
    const { questions, references } = await clean(file, await readQuestions(file, text, mistakes), mistakes)
    const { pictures, named } = resolvePictures({ files, file, text, mistakes }, references)
    return {
      pictures,
      files: [file],
      body: () => ({ type: 'quiz' }),
      async store(tx, { assessment }, { lessonId, importer, pictures: stored }) {
        const withPictures = questions.map((question) =>
          mapQuestionHtml(question, (html) => named(html as CleanHtml, stored)),
        )
        await assessment.addQuiz(tx, { lessonId, savedBy: importer.id, settings, questions: withPictures })
      },
    }
  },

  async write({ id, courseId }, { stem, viewer, addText, loadPictures, withPaths }, { assessment }) {
    const stored = await assessment.showQuiz(viewer, { courseId, lessonId: id })
    await loadPictures(JSON.stringify(stored?.questions ?? []))
    const questions = (stored?.questions ?? []).map((question) => mapQuestionHtml(question, withPaths))
    const settings = Object.entries(stored?.settings ?? {}).filter(
      ([name, value]) => value !== defaults[name as keyof QuizSettings],
    )
    return {
      quiz: addText(`${stem}.gift`, await toGift(questions)),
      ...(settings.length > 0 ? { settings: Object.fromEntries(settings) } : {}),
    }
  },
}
