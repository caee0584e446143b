import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { maximumQuestions } from '#contract/assessment/quiz-values.ts'
import { describeForeign, plainOf, readGift, writeGift, type ForeignQuestion } from '#server/assessment/index.ts'
import { limits } from '#server/moving/course-files.ts'
import type { CourseBuilder, FindFile, QuizContent } from './course-builder.ts'

/** Questions of the product. Each one that has no counterpart is reported with its name. */
export async function toQuestions(
  builder: Pick<CourseBuilder, 'readHtml' | 'tell'>,
  foreign: readonly ForeignQuestion[],
  find: FindFile,
): Promise<QuizContent> {
  const questions: QuestionInput[] = []
  const essays: ForeignQuestion[] = []
  let bytes = 0
  const attachments = new Map<Buffer, { name: string; bytes: Buffer }>()
  for (const question of foreign) {
    const lost: string[] = []
    const name = question.name || plainOf(question.text)
    const refuse = (reason: string) => builder.tell(name, 'question', 'refused', reason)
    // Before it is read, which takes its time.
    if (question.type !== 'essay' && questions.length >= maximumQuestions) {
      refuse(`satu kuis memuat paling banyak ${maximumQuestions} soal`)
      continue
    }
    const described = await describeForeign(question, async (html) => {
      const read = await builder.readHtml(html, find)
      lost.push(...read.notes)
      for (const file of read.attachments) attachments.set(file.bytes, file)
      return read.html
    })
    if (described.outcome === 'essay')
      essays.push({ ...question, notes: [...(question.notes ?? []), ...described.notes] })
    else if (described.outcome === 'none') refuse([...new Set([described.reason, ...lost])].join('; '))
    else {
      const gift = writeGift([described.question])
      const size = Buffer.byteLength(gift) + 1
      const read = readGift(gift)
      // A question that GIFT cannot carry would be lost on the way.
      if ('mistakes' in read) refuse(read.mistakes[0]?.message ?? 'soal ini tidak bisa ditulis')
      else if (bytes + size > limits.textBytes)
        refuse(`satu kuis memuat paling banyak ${limits.textBytes / 1024 / 1024} MB`)
      else {
        bytes += size
        questions.push(described.question)
        const notes = [...new Set([...described.notes, ...lost])]
        builder.tell(name, 'question', notes.length > 0 ? 'changed' : 'imported', notes.join('; '))
      }
    }
  }
  return { questions, essays, attachments: [...attachments.values()], find }
}
