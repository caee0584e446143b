import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { findName } from '#server/platform/file-names.ts'
import { findPicture } from '#server/moving/pictures.ts'
import { courseFile } from './mistakes.ts'
import type { Inspection, UploadedVideo } from '#server/platform/media/index.ts'
import { readCaptions, writeCaptions } from './captions.ts'
import type { Importer, LessonDeps, LessonKind, LessonSource, LessonToRead } from './lesson-kind.ts'

const video = z.strictObject(
  {
    file: z
      .string('video: isi file dengan nama berkasnya')
      .check(z.maxLength(300, 'Nama berkas maksimal 300 karakter')),
    sha256: z
      .string('video: isi sha256 berkasnya')
      .check(z.regex(/^[0-9a-f]{64}$/, 'sha256 terdiri dari 64 angka dan huruf a–f')),
    poster: z.optional(z.string('poster: isi nama berkas gambar')),
  },
  'video: isi file dan sha256',
)
type Named = z.output<typeof video>

/**
 * A video in the media store, named by its checksum: its bytes are part of a course file where they fit into it. Without them, a video that is
 * here already is used; else the lesson waits for its video, as `video: null` says.
 */
export const uploadedVideo: LessonKind = {
  field: 'video',
  otherFields: ['captions'],
  mayBePreview: true,
  matches: ({ youtubeId }) => youtubeId === null,

  async read(lesson) {
    const { fields, lineOf, mistakes } = lesson
    const captions = await readCaptions(lesson)
    if (fields.video === null)
      return { ...source(captions), body: () => ({ type: 'video' }), isVideoMissing: () => true }
    const parsed = video.safeParse(fields.video)
    if (parsed.success) return readNamed(lesson, parsed.data, captions)
    for (const { path, message } of parsed.error.issues)
      mistakes.report(courseFile, lineOf('video', ...path.map(String)), message)
    return null
  },

  async write({ id, title, mediaId, poster }, writer, { catalog, media }) {
    const captions = await writeCaptions(catalog, id, writer)
    const file = mediaId === null ? null : await media.describe(mediaId)
    if (mediaId !== null && !file) writer.leaveOut(`${title}: video`)
    if (mediaId === null || !file) return { video: null, ...captions }
    await writer.loadPictures(poster ?? '')
    const picture = poster === null ? null : writer.addPicture(poster)
    const path = `videos/${writer.stem}.${file.contentType === 'video/webm' ? 'webm' : 'mp4'}`
    return {
      video: {
        file: writer.addVideo(mediaId, path, file.bytes),
        sha256: file.sha256,
        ...(picture === null ? {} : { poster: picture }),
      },
      ...captions,
    }
  },
}

type Captions = Awaited<ReturnType<typeof readCaptions>>

/** Shared by lessons with and without their video. */
const source = ({ files, captions }: Captions): Pick<LessonSource, 'pictures' | 'files' | 'store'> => ({
  pictures: [],
  files,
  store: (tx, { catalog }, { lessonId }) => catalog.addCaptions(tx, { lessonId, captions }),
})

function readNamed(lesson: LessonToRead, { file, sha256, poster }: Named, captions: Captions): LessonSource {
  const { files, lineOf, mistakes } = lesson
  const line = lineOf('video', 'poster')
  const picture =
    poster === undefined ? null : findPicture({ files, file: courseFile, reference: poster, line, mistakes })
  const path = findName(files, file)
  const bytes = path === null ? undefined : files.get(path)
  const reject = (message: string) => mistakes.report(courseFile, lineOf('video'), `Video "${file}": ${message}`)
  let found: UploadedVideo | null = null
  let inspected: (Inspection & { outcome: 'playable' }) | null = null
  return {
    pictures: picture === null ? [] : [{ path: picture, file: courseFile, line }],
    files: [...captions.files, ...(path === null ? [] : [path])],
    async check(deps, importer) {
      found = await findStored(deps, importer, sha256)
      if (found || !bytes) return
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        return reject('isinya tidak sama dengan sha256-nya')
      const inspection = await deps.media.inspect(bytes, importer.id)
      if (inspection.outcome === 'rejected') return reject(inspection.message)
      inspected = inspection
    },
    isVideoMissing: () => found === null && inspected === null,
    async storeFiles({ media }, importer) {
      if (found || !inspected || !bytes) return true
      const id = await media.addVideo({ bytes, video: inspected, sha256, createdBy: importer.id })
      if (id !== null) found = { id, durationSeconds: inspected.durationSeconds }
      return id !== null
    },
    body(pictures) {
      if (!found) return { type: 'video' }
      return {
        type: 'video',
        mediaId: found.id,
        durationSeconds: found.durationSeconds,
        poster: pictures.get(picture ?? '')?.name ?? null,
      }
    },
    async store(tx, { catalog, media }, { lessonId }) {
      if (found && !(await media.hold(tx, found.id))) throw new Error('The video is being deleted')
      await catalog.addCaptions(tx, { lessonId, captions: captions.captions })
    },
  }
}

/** A video with this checksum that is here already, and that the importer may use. */
async function findStored(
  { catalog, media }: LessonDeps,
  importer: Importer,
  sha256: string,
): Promise<UploadedVideo | null> {
  let found: UploadedVideo | null = null
  for (const candidate of await media.findByChecksum(sha256))
    if (
      importer.role === 'admin' ||
      candidate.createdBy === importer.id ||
      (await catalog.usesVideo(importer.id, candidate.id))
    )
      found = candidate
  return found
}
