import { escapeText } from '#contract/kit/text/html-text.ts'
import { markdownToHtml, typedHtml, withTypedTags } from '#server/platform/rich-text/index.ts'

/** What an editor or another program wrote, in contrast to a tag that a person typed. */
const writtenMarkup = /<\/(?:p|div|span|font|table|ul|ol|pre|h[1-6])>/i

/** A text of Moodle in the format that stands beside it: its name in Moodle XML, its number in backups. */
export function moodleHtml(text: string, format: string): string {
  switch (format) {
    case 'html':
    case '1':
      return text
    case 'plain_text':
    case '2':
      return escapeText(text).replaceAll('\n', '<br>')
    case 'markdown':
    case '4':
      return markdownToHtml(text, (picture) => picture)
    default:
      return writtenMarkup.test(text) ? withTypedTags(text) : typedHtml(text.replaceAll(/(<br ?\/?>)\n/gi, '$1'))
  }
}
