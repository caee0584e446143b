import type { ImageRef, Problem, SourceModule, SourceSection } from './problem.ts'

const maximumTitle = 200
const maximumMarkdown = 80_000

const heading = /^(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*[ \t]*$/
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
const imageAlone = /^!\[([^\]]*)\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)$/
const imageAnywhere = /!\[[^\]]*\]\([^)]*\)|<img\b/i

type Open = { section: (SourceSection & { line: number; lines: string[] }) | null }

/**
 * One Markdown file is one module: `#` its title, `##` its topics, `###` their sections; deeper headings belong to a section's text.
 * An image must be alone on its line. One without a caption before the text is the section's main image; all others are shown after the text.
 */
export function parseModule(file: string, text: string): { module: SourceModule | null; problems: Problem[] } {
  const problems: Problem[] = []
  const open: Open = { section: null }
  let module: SourceModule | null = null
  let openFence: { mark: string; line: number } | null = null
  const reportProblem = (line: number, message: string) => void problems.push({ file, line, message })

  function finishSection() {
    const { section } = open
    if (!section) return
    section.markdown = section.lines.join('\n').trim()
    if (!section.markdown && !section.image && section.images.length === 0)
      reportProblem(section.line, `section "${section.heading}" is empty`)
    if (section.markdown.length > maximumMarkdown)
      reportProblem(section.line, `section "${section.heading}" is too long: split it in two`)
    open.section = null
  }

  function addHeading(level: number, title: string, line: number) {
    if (!title) return reportProblem(line, 'a heading without text')
    if (title.length > maximumTitle) return reportProblem(line, `a title has at most ${maximumTitle} characters`)
    finishSection()
    if (level === 1) {
      if (module) reportProblem(line, 'a second "#" title: each file is one module')
      else module = { title, topics: [] }
      return
    }
    if (!module) return reportProblem(line, `"${'#'.repeat(level)}" before the module's "#" title`)
    if (level === 2) return void module.topics.push({ title, sections: [] })
    const topic = module.topics.at(-1)
    if (!topic) return reportProblem(line, '"###" section before the first "##" topic')
    open.section = { heading: title, markdown: '', image: null, images: [], line, lines: [] }
    topic.sections.push(open.section)
  }

  function addText(raw: string, line: number) {
    const { section } = open
    if (!section) {
      if (raw.trim()) reportProblem(line, 'text outside a "###" section')
      return
    }
    const image = imageAlone.exec(raw.trim())
    if (image) return addImage(section, { caption: image[1]?.trim() ?? '', path: image[2] ?? '', file, line })
    if (imageAnywhere.test(raw.replaceAll(/`[^`]*`/g, '')))
      return reportProblem(line, 'an image stands alone on its line: ![caption](file)')
    section.lines.push(raw)
  }

  function addImage(section: NonNullable<Open['section']>, image: ImageRef) {
    const isFirst = section.lines.every((line) => !line.trim()) && section.images.length === 0
    if (image.caption.length > 300) return reportProblem(image.line, 'a caption has at most 300 characters')
    if (isFirst && !image.caption && !section.image) section.image = image
    else section.images.push(image)
  }

  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1
    const fenced = fence.exec(raw)
    if (openFence) {
      if (fenced?.[1]?.startsWith(openFence.mark) && !fenced[2]?.trim()) openFence = null
      if (open.section) open.section.lines.push(raw)
      continue
    }
    if (fenced?.[1] && open.section) {
      openFence = { mark: fenced[1], line }
      open.section.lines.push(raw)
      continue
    }
    const found = heading.exec(raw)
    const level = found?.[1]?.length ?? 0
    if (found && level <= 3) addHeading(level, found[2]?.trim() ?? '', line)
    // Headings inside a section start at the second level.
    else addText(found ? `${'#'.repeat(level - 2)} ${found[2] ?? ''}` : raw, line)
  }
  if (openFence) reportProblem(openFence.line, 'a code block is never closed')
  finishSection()
  checkComplete(module, reportProblem)
  return { module, problems }
}

function checkComplete(module: SourceModule | null, reportProblem: (line: number, message: string) => void) {
  if (!module) return reportProblem(1, 'no "#" title: each file is one module')
  if (module.topics.length === 0) reportProblem(1, 'no "##" topic in this module')
  for (const topic of module.topics)
    if (topic.sections.length === 0) reportProblem(1, `topic "${topic.title}" has no "###" section`)
}
