/** The text of a value that may be HTML, a line for each block. Nothing of it is run or loaded: the parsed document is never shown. */
export function htmlToText(value: string): string {
  if (!/<[a-z/]/i.test(value)) return value
  const { body } = new DOMParser().parseFromString(
    value.replaceAll(/<\/(p|h[1-6]|li|pre|tr|blockquote)>/gi, '\n$&'),
    'text/html',
  )
  return body.textContent.trim()
}
