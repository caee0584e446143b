/** For readers of a picture that was not described. */
const undescribed = 'Gambar'

export const pictureMarkdown = (url: string): string => `![${undescribed}](${url})`

/** The Markdown with another description of the picture at this address; unchanged when it is not in the text any more. */
export function describePicture(markdown: string, url: string, description: string): string {
  const end = markdown.indexOf(`](${url})`)
  const start = end === -1 ? -1 : markdown.lastIndexOf('![', end)
  if (start === -1) return markdown
  const text = description.replaceAll(/[[\]\\\s]+/g, ' ').trim() || undescribed
  return `${markdown.slice(0, start)}![${text}${markdown.slice(end)}`
}
