import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '#server/platform/database/index.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { markdownToHtml } from '#server/platform/rich-text/index.ts'
import { encodePicture, type EncodedImage, type Uploads } from '#server/platform/media/index.ts'
import type { Editing } from '#server/library/index.ts'
import type { ImageRef, Problem, SourceSection } from './problem.ts'
import { imagesOf, type EbookSource } from './read-folder.ts'

export type PreparedEbook = { source: EbookSource; images: Map<string, EncodedImage> }

/** Reads and re-encodes the images. Slow, so it runs before a database transaction is opened. */
export async function prepareEbook(source: EbookSource): Promise<PreparedEbook | { problems: Problem[] }> {
  const problems: Problem[] = []
  const images = new Map<string, EncodedImage>()
  for (const { path, file, line } of imagesOf(source)) {
    if (images.has(path)) continue
    const received = await encodePicture(new Blob([await readFile(join(source.folder, path))]), 'article')
    if (received.outcome === 'encoded') images.set(path, received.image)
    else problems.push({ file, line, message: `image "${path}": ${received.message}` })
  }
  return problems.length > 0 ? { problems } : { source, images }
}

type Options = {
  prepared: PreparedEbook
  /** Null for a draft. */
  publishedAt: Date | null
}

/** Stores a prepared e-book and returns its id. */
export async function storeEbook(
  tx: Tx,
  { edit, uploads }: { edit: Editing; uploads: Uploads },
  { prepared: { source, images }, publishedAt }: Options,
): Promise<string> {
  const urls = new Map<string, string>()
  for (const [path, image] of images) urls.set(path, `/uploads/${await uploads.store(tx, image, null)}`)
  const urlOf = ({ path }: ImageRef): string => {
    const url = urls.get(path)
    if (!url) throw new Error(`${path} was not prepared`)
    return url
  }
  const toSection = ({ heading, markdown, image, images }: SourceSection) => ({
    heading,
    text: markdownToHtml(markdown),
    image: image && urlOf(image),
    images: images.map((ref) => ({ image: urlOf(ref), caption: ref.caption })),
  })
  const { title, description, author, price, cover, modules } = source
  const ebookId = await edit.createEbook(tx, { title, description, author, price, thumbnail: cover && urlOf(cover) })
  const contents = modules.map((module) => ({
    title: module.title,
    topics: module.topics.map((topic) => ({ title: topic.title, sections: topic.sections.map(toSection) })),
  }))
  mustBe(await edit.addContents(tx, { ebookId, contents }), 'changed')
  if (publishedAt)
    mustBe(await edit.setEbookStatus(tx, { id: ebookId, status: 'published', at: publishedAt }), 'changed')
  return ebookId
}
