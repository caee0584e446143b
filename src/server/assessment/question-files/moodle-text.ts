import { escapeText } from '#contract/kit/text/html-text.ts'
import { breakLines, markdownToHtml, typedHtml, withTypedTags } from '#server/platform/rich-text/index.ts'
import { textAt, type XmlNode } from '#server/platform/xml.ts'

/** Tags of an editor or another program, in contrast to one that a person typed. */
const writtenMarkup = /<\/(?:p|div|span|font|table|ul|ol|pre|h[1-6])>/i

const isWritten = (text: string): boolean => writtenMarkup.test(text)
/** Without an element that a program wrote, lines end where they end. */
const typed = (text: string): string => typedHtml(text.replaceAll(/(<br ?\/?>)\n/gi, '$1'))

/** A line between two of words parts them. */
function partLines(html: string): string {
  const lines = html.split('\n')
  if (/<pre\b/i.test(html)) return html
  return lines
    .flatMap((line, index) => {
      if (line.trim() !== '') return [line]
      const [before = '', after = ''] = [lines[index - 1]?.trim(), lines[index + 1]?.trim()]
      return before === '' || after === '' || before.endsWith('>') || after.startsWith('<') ? [] : ['<br><br>']
    })
    .join('\n')
}

/** Moodle keeps spaces that indent a line. */
const plain = (text: string): string =>
  escapeText(text)
    .replaceAll(/ {2,}/g, (spaces) => `${'&nbsp;'.repeat(spaces.length - 1)} `)
    .replaceAll('\n', '<br>')

const ofFiles = '@@PLUGINFILE@@/'
/** Markdown knows no other address of a file. */
const standIn = 'https://berkas.invalid/'
const fromMarkdown = (text: string): string =>
  markdownToHtml(text.replaceAll(ofFiles, standIn), (picture) => picture).replaceAll(standIn, ofFiles)

/** A text of Moodle in the format that stands beside it: its name in Moodle XML, its number in backups. */
export function moodleHtml(text: string, format: string): string {
  switch (format) {
    case 'html':
    case '1':
      return text
    case 'plain_text':
    case '2':
      return plain(text)
    case 'markdown':
    case '4':
      return fromMarkdown(text)
    case 'moodle_auto_format':
    case '0':
      return isWritten(text) ? breakLines(partLines(withTypedTags(text))) : typed(text)
    default:
      return isWritten(text) ? withTypedTags(text) : typed(text)
  }
}

/** A text of a backup in the format that stands beside it; HTML where none does. */
export const moodleTextAt = (node: XmlNode | undefined, name: string, format = `${name}format`): string =>
  moodleHtml(textAt(node, name), textAt(node, format) || '1')
