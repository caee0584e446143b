import { formatBytes } from '#contract/kit/format/bytes.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'

/** The system page is for admins, in Indonesian; the doctor and alerts are for operators, in English. */
export type Language = 'id' | 'en'
export type Text = (language: Language) => string

/** A text in both languages. */
export const both =
  (id: string, en: string): Text =>
  (language) =>
    language === 'id' ? id : en
export const same =
  (text: string): Text =>
  () =>
    text
/** Texts one after another. */
export const joined =
  (...parts: readonly (Text | string)[]): Text =>
  (language) =>
    parts.map((part) => (typeof part === 'string' ? part : part(language))).join('')

const oneDecimal: Record<Language, Intl.NumberFormat> = {
  id: new Intl.NumberFormat('id', { maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 1 }),
}

/** 0.123 as "12,3 %". */
export const percent =
  (share: number): Text =>
  (language) =>
    `${oneDecimal[language].format(share * 100)} %`

export const bytes =
  (count: number): Text =>
  (language) =>
    formatBytes(count, language === 'id' ? ',' : '.')

const steps = [
  { unitMs: dayMs, id: 'hari', en: 'days' },
  { unitMs: hourMs, id: 'jam', en: 'hours' },
  { unitMs: minuteMs, id: 'menit', en: 'minutes' },
  { unitMs: 1000, id: 'detik', en: 'seconds' },
] as const

/** In the largest unit that fits: "3 hari". */
export function duration(ms: number): Text {
  const step = steps.find(({ unitMs }) => ms >= unitMs) ?? steps[3]
  const count = step.unitMs === 1000 ? Math.max(0, Math.round(ms / 1000)) : Math.floor(ms / step.unitMs)
  return (language) => `${count} ${count === 1 && language === 'en' ? step.en.slice(0, -1) : step[language]}`
}
