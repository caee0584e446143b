import { escapeText } from '#contract/kit/text/html-text.ts'
import { markdownToHtml, typedHtml } from '#server/platform/rich-text/index.ts'

/** What an editor or another program wrote, in contrast to a tag that a person typed. */
const writtenMarkup = /<\/(?:p|div|span|font|table|ul|ol|pre|h[1-6])>/i

const names =
  'a abbr address area article aside audio b bdi bdo big blink blockquote body br button canvas caption center cite code col colgroup data dd del details dfn dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label lang legend li link main map mark marquee math menu meta meter nav nobr nolink noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script section select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr'
const elements = new Set(names.split(' '))
/** Tags of no element, among markup: people typed them. Names with a colon are of Word. */
export const withTypedTags = (html: string): string =>
  html.replaceAll(/<(?=\/?([a-z][\w:-]*)[\s/>])/gi, (sign, name: string) =>
    /[:-]/.test(name) || elements.has(name.toLowerCase()) ? sign : '&lt;',
  )

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
