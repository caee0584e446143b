import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { moodleTextAt } from '#server/assessment/index.ts'
import { allOf, textAt, type XmlNode } from '#server/platform/xml.ts'
import { unlessDamaged } from './damaged.ts'
import { settingNotes, unreadSettings, type ItemSettings } from './item-settings.ts'

const dates = ['timeopen', 'timeclose', 'allowsubmissionsfromdate', 'duedate', 'cutoffdate']
/** Kinds of which no other reader takes the introduction. */
const withoutIntroduction = ['book', 'quiz']

export const isHidden = (node: XmlNode | undefined): boolean => textAt(node, 'visible') === '0'

/** Reads what the backup says of an activity in files of its own; `passPercent` is 0 without a pass mark. */
export function readMoodleSettings(
  read: (file: string) => XmlNode | undefined,
  kind: string,
  activity: XmlNode,
): ItemSettings & { passPercent: number } {
  const [module, damage] = unlessDamaged(() => read('module.xml'))
  const [grades, damagedGrades] = unlessDamaged(() => read('grades.xml'))
  const unread = damage ?? damagedGrades
  if (unread !== null) return { ...unreadSettings(unread), passPercent: 0 }
  const item = allOf(grades, 'grade_item')[0]
  const [pass, maximum] = [Number(textAt(item, 'gradepass')), Number(textAt(item, 'grademax'))]
  const passPercent = maximum > 0 ? (100 * pass) / maximum : 0
  const notes = [
    ...(isHidden(module) ? [settingNotes.hidden] : []),
    // Every condition in this JSON has a type; without one it may be there, and empty.
    ...(textAt(module, 'availability').includes('"type"') ? [settingNotes.access] : []),
    ...(dates.some((name) => Number(textAt(activity, name)) > 0) ? [settingNotes.dates] : []),
    ...((withoutIntroduction.includes(kind) || (kind === 'page' && !isEmptyHtml(moodleTextAt(activity, 'content')))) &&
    !isEmptyHtml(moodleTextAt(activity, 'intro'))
      ? [settingNotes.introduction]
      : []),
    ...(allOf(activity, 'feedbacktext').some(({ text }) => !isEmptyHtml(text)) ? [settingNotes.overallFeedback] : []),
    ...(textAt(activity, 'password') === '' ? [] : [settingNotes.password]),
    ...(kind !== 'quiz' && passPercent > 0 ? [settingNotes.passMark] : []),
  ]
  return { isHidden: isHidden(module), notes, passPercent }
}
