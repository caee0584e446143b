import type { ForeignQuestion } from '#server/assessment/index.ts'
import type { CourseBuilder, FindFile, NewLesson } from './course-builder.ts'
import { unlessDamaged } from './damaged.ts'
import { settingNotes } from './item-settings.ts'
import { toQuestions } from './questions.ts'
import type { Archive } from './unpack.ts'
import { allOf, parseXml, type XmlNode } from '#server/platform/xml.ts'
import { isBank, isQti2, readQti } from './qti.ts'

export const canvasQuizzes = 'non_cc_assessments/'
const noBytes = new Uint8Array()
const titleOfQti2 = (root: XmlNode): string => root.children[0]?.attributes['title'] ?? ''
/** A question whatever its ids are. */
const keyOf = (question: ForeignQuestion): string => JSON.stringify({ ...question, name: '' })

/** Adds the quizzes of a cartridge; what its banks hold again is added once. */
export function quizAdder(archive: Archive, builder: CourseBuilder) {
  /** Questions of quizzes, which banks hold again. */
  const inQuizzes = new Set<string>()

  const bankItems = (id: string): XmlNode[] => {
    const path = `${canvasQuizzes}${id}.xml.qti`
    const [root] = unlessDamaged(() => (archive.has(path) ? parseXml(archive.get(path) ?? noBytes, path) : undefined))
    return root && isBank(root) ? allOf(root, 'item') : []
  }

  return async function addQuiz(
    root: XmlNode,
    { title, isHidden = false, notes = [] }: NewLesson,
    find: FindFile,
  ): Promise<void> {
    if (isQti2(root))
      return builder.tell(
        title || titleOfQti2(root),
        'quiz',
        'refused',
        'soal QTI 2 atau 3 tidak terbaca: ekspor sebagai QTI 1.2',
      )
    const { groups, limits, drawsElsewhere, hasIntroduction, ...quiz } = readQti(root, bankItems)
    const name = title || quiz.title
    const [all, ...drawn] = groups
    // A quiz draws from all of its questions: a group beside others becomes a quiz of its own.
    const isOneGroup = all?.questions.length === 0 && drawn.length === 1
    const quizzes = isOneGroup || (all?.questions.length === 0 && drawn.length > 0) ? drawn : groups
    for (const [index, { questions, title: ofGroup, draw }] of quizzes.entries()) {
      const added = isBank(root) ? questions.filter((question) => !inQuizzes.has(keyOf(question))) : questions
      for (const question of added) inQuizzes.add(keyOf(question))
      const told = [
        ...notes,
        ...(hasIntroduction && index === 0 && !notes.includes(settingNotes.introduction)
          ? [settingNotes.introduction]
          : []),
        ...(drawsElsewhere && index === 0 ? ['soal acak dari bank yang tidak ada di arsip tidak ikut'] : []),
        ...(draw !== null && !isOneGroup ? ['kelompok soal acak menjadi kuis tersendiri'] : []),
        ...(added.length < questions.length
          ? [`${questions.length - added.length} soal yang sudah ada di kuis tidak diulang`]
          : []),
      ]
      if (added.length === 0 && questions.length > 0) builder.tell(name, 'quiz', 'changed', told.join('; '))
      else {
        const own = draw !== null && !isOneGroup ? `${name}: ${ofGroup || `Kelompok ${index + 1}`}` : name
        const lesson: NewLesson = { title: own, kind: 'quiz', isHidden, notes: told }
        await builder.addQuiz(await toQuestions(builder, added, find), limits, lesson, draw)
      }
    }
  }
}
