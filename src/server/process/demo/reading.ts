import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/platform/database/index.ts'
import {
  describeProblem,
  prepareEbook,
  readEbookFolder,
  storeEbook,
  type PreparedEbook,
} from '#server/moving/ebooks/index.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { markdownToHtml } from '#server/platform/rich-text/index.ts'

const folder = join(import.meta.dirname, '../../../../demo')
const ebooksFolder = join(folder, 'ebooks')
const tipsFolder = join(folder, 'tips')

const frontMatter = z.strictObject({
  title: z.string(),
  summary: z.string().max(300),
  author: z.string(),
  tags: z.array(z.string()).min(1),
  publishedDaysAgo: z.number(),
})
type DemoTip = z.infer<typeof frontMatter> & { slug: string; markdown: string }

export type DemoReading = { ebooks: PreparedEbook[]; tips: DemoTip[] }

/** Reads the demo's e-books and tips. Throws with the name of an invalid file. */
export async function readDemoReading(): Promise<DemoReading> {
  const ebooks: PreparedEbook[] = []
  for (const name of (await readdir(ebooksFolder)).sort()) {
    const read = await readEbookFolder(join(ebooksFolder, name))
    const prepared = 'problems' in read ? read : await prepareEbook(read.source)
    if ('problems' in prepared)
      throw new Error(prepared.problems.map((problem) => `ebooks/${name}/${describeProblem(problem)}`).join('\n'))
    ebooks.push(prepared)
  }
  const files = (await readdir(tipsFolder)).filter((name) => name.endsWith('.md')).sort()
  return { ebooks, tips: await Promise.all(files.map(readTip)) }
}

async function readTip(file: string): Promise<DemoTip> {
  const [, head = '', markdown = ''] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(await readFile(join(tipsFolder, file), 'utf8')) ?? []
  const parsed = frontMatter.safeParse(parse(head))
  if (!parsed.success) throw new Error(`tips/${file}: ${z.prettifyError(parsed.error)}`)
  return { ...parsed.data, slug: file.replace(/\.md$/, ''), markdown }
}

export async function createReading(
  tx: Tx,
  { library, uploads }: App['modules'],
  { ebooks, tips }: DemoReading,
  daysAgo: (days: number) => Date,
) {
  for (const [index, ebook] of ebooks.entries())
    await storeEbook(tx, { edit: library.edit, uploads }, { prepared: ebook, publishedAt: daysAgo(9 + index * 16) })
  for (const { title, slug, summary, markdown, author, tags, publishedDaysAgo } of tips) {
    mustBe(
      await library.edit.createTip(tx, {
        tip: { title, slug, summary, text: markdownToHtml(markdown), author, thumbnail: null, tags },
        publishedAt: daysAgo(publishedDaysAgo),
      }),
      'created',
    )
  }
}
