import { contentMessages, isEmptyHtml, type ContentInput } from '#contract/content-form.ts'
import { youtubeIdOf } from '#contract/youtube.ts'
import { cleanHtml } from '#server/rich-text/index.ts'
import { RejectedField } from './rejected-field.ts'

/** The sanitized body of the content's type; the body of the other type is ignored. */
export function bodyOf({ type, youtubeId, text }: ContentInput): { type: 'video'; youtubeId: string } | { type: 'text'; html: string } {
  if (type === 'video') return { type, youtubeId: youtubeIdOf(youtubeId ?? '') ?? '' }
  const html = cleanHtml(text ?? '')
  // Sanitizing may leave nothing of the submitted HTML.
  if (isEmptyHtml(html)) throw new RejectedField('text', contentMessages.text)
  return { type, html }
}
