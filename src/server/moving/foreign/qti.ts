import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import type { ForeignQuestion } from '#server/assessment/index.ts'
import { allOf, at, childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'
import type { ForeignLimits } from './fit.ts'
import { readItem } from './qti/read-item.ts'
import { fieldsOf, materialOf } from './qti/material.ts'

/** Questions of which an attempt draws some; null draws all. */
export type QuestionGroup = { title: string; questions: ForeignQuestion[]; draw: number | null }
export type QtiQuiz = {
  title: string
  limits: ForeignLimits
  /** Those that every attempt has, then the groups that are drawn from. */ groups: QuestionGroup[]
  /** Text before its questions. */ hasIntroduction: boolean
  /** Questions of banks that are not in the archive. */ drawsElsewhere: boolean
}

/** An assessment of QTI 1.2, as cartridges hold it. `bank` finds the items of a bank that it draws from. */
export function readQti(root: XmlNode, bank: (id: string) => XmlNode[]): QtiQuiz {
  const assessment = allOf(root, 'assessment')[0] ?? allOf(root, 'objectbank')[0] ?? root.children[0] ?? root
  const fields = fieldsOf([at(assessment, 'qtimetadata'), assessment])
  const all: QuestionGroup = { title: '', questions: [], draw: null }
  const groups = [all]
  let drawsElsewhere = false
  let hasIntroduction = false

  function readSection(node: XmlNode): void {
    const selection = at(node, 'selection_ordering', 'selection')
    const count = Number(textAt(selection, 'selection_number')) || 0
    const source = textAt(selection, 'sourcebank_ref')
    const points = textAt(selection, 'selection_extension', 'points_per_item')
    const items = [...childrenOf(node, 'item'), ...(source ? bank(source) : [])]
    if (source && bank(source).length === 0) drawsElsewhere = true
    const read = items.map(readItem)
    const questions = points === '' ? read : read.map((question) => ({ ...question, points: Number(points) }))
    if (count > 0 && count < questions.length)
      groups.push({ title: node.attributes['title'] ?? '', questions, draw: count })
    else all.questions.push(...questions)
    // Directions, rubrics and objectives stand beside the questions.
    const beside = node.children.filter(({ name }) => name !== 'item' && name !== 'section')
    if (beside.some((part) => allOf(part, 'item').length === 0 && !isEmptyHtml(materialOf(part))))
      hasIntroduction = true
    for (const child of node.children)
      if (child.name !== 'item' && allOf(child, 'item').length + allOf(child, 'sourcebank_ref').length > 0)
        if (child.name !== 'selection_ordering') readSection(child)
  }
  readSection(assessment)

  return {
    title: assessment.attributes['title'] ?? fields.get('bank_title') ?? '',
    limits: {
      minutes: Number(fields.get('qmd_timelimit')),
      attempts: Number(fields.get('cc_maxattempts')),
      passPercent: 0,
    },
    groups: groups.filter(({ questions }, index) => index === 0 || questions.length > 0),
    hasIntroduction,
    drawsElsewhere,
  }
}

/** True for a bank of questions that quizzes draw from. */
export const isBank = (root: XmlNode): boolean => allOf(root, 'objectbank').length > 0

/** True for the newer standard, which nothing here reads. */
export const isQti2 = (root: XmlNode): boolean =>
  root.children.some(({ name }) => /^(?:qti-)?assessment-?(?:item|test|section)$/i.test(name))
