import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'

/** Controls of the writing direction, which can make text read as something else. */
const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** More marks on one letter than any language needs. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu
const controls = /[^\P{Cc}\n\t]/gu

const clean = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(controls, '').replaceAll(direction, '').replaceAll(stackedMarks, '$1')

const maximumPostLength = 10_000
const maximumTitleLength = 150
const longestSent = 4 * maximumPostLength

/** Markdown that a person writes for others. */
export const postText = (missing: string) =>
  z.string(missing).check(
    // Before the text is cleaned, so that cleaning is never long.
    z.maxLength(longestSent, { error: 'Maksimal 10.000 karakter', abort: true }),
    z.overwrite(clean),
    z.trim(),
    z.maxLength(maximumPostLength, 'Maksimal 10.000 karakter'),
    visibleText(missing),
  )

/** One line. */
export const postTitle = (missing: string) =>
  z.string(missing).check(
    z.maxLength(longestSent, { error: `Maksimal ${maximumTitleLength} karakter`, abort: true }),
    z.overwrite((title) => clean(title).replaceAll(/\s+/g, ' ')),
    z.trim(),
    z.maxLength(maximumTitleLength, `Maksimal ${maximumTitleLength} karakter`),
    visibleText(missing),
  )
