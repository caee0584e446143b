import * as z from 'zod/mini'
import { findPicture } from '#server/catalog/course-files/pictures.ts'
import { courseFile } from '#server/catalog/course-files/reading/mistakes.ts'
import type { UploadedVideo } from '#server/platform/media/index.ts'
import { readCaptions, writeCaptions } from './captions.ts'
import type { LessonKind } from './kind.ts'

const video = z.strictObject(
  {
    file: z.string('video: isi file dengan nama berkasnya').check(z.maxLength(300, 'Nama berkas maksimal 300 karakter')),
    sha256: z.string('video: isi sha256 berkasnya').check(z.regex(/^[0-9a-f]{64}$/, 'sha256 terdiri dari 64 angka dan huruf a–f')),
    poster: z.optional(z.string('poster: isi nama berkas gambar')),
  },
  'video: isi file dan sha256',
)

/** A video in the media store: named by its checksum, because its bytes are not part of a course file. */
export const uploadedVideo: LessonKind = {
  field: 'video',
  otherFields: ['captions'],
  mayBePreview: true,
  matches: ({ type, mediaId }) => type === 'video' && mediaId !== null,

  async read(lesson) {
    const { files, fields, lineOf, mistakes } = lesson
    const read = await readCaptions(lesson)
    const parsed = video.safeParse(fields.video)
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) mistakes.report(courseFile, lineOf('video', ...path.map(String)), message)
      return null
    }
    const { file, sha256, poster } = parsed.data
    const line = lineOf('video', 'poster')
    const picture = poster === undefined ? null : findPicture({ files, file: courseFile, reference: poster, line, mistakes })
    let found: UploadedVideo | null = null
    return {
      pictures: picture === null ? [] : [{ path: picture, file: courseFile, line }],
      files: read.files,
      async check({ catalog, media }, importer) {
        for (const candidate of await media.findByChecksum(sha256))
          if (importer.role === 'admin' || candidate.createdBy === importer.id || (await catalog.usesVideo(importer.id, candidate.id))) found = candidate
        const missing = `Video "${file}" belum ada di situs ini. Ganti dengan alamat youtube, atau hapus materi ini dan unggah videonya setelah impor`
        if (!found) mistakes.report(courseFile, lineOf('video'), missing)
      },
      body(pictures) {
        if (!found) throw new Error('The video of the lesson was not looked for')
        return { type: 'video', mediaId: found.id, durationSeconds: found.durationSeconds, poster: pictures.get(picture ?? '')?.name ?? null }
      },
      async store(tx, { catalog, media }, { lessonId }) {
        if (!found || !(await media.hold(tx, found.id))) throw new Error('The video is being deleted')
        await catalog.addCaptions(tx, lessonId, read.captions)
      },
    }
  },

  async write({ id, mediaId, poster }, writer, { catalog, media }) {
    const file = await media.describe(mediaId ?? '')
    await writer.loadPictures(poster ?? '')
    const picture = poster === null ? null : writer.addPicture(poster)
    return {
      video: {
        file: `${writer.stem}.${file?.contentType === 'video/webm' ? 'webm' : 'mp4'}`,
        sha256: file?.sha256 ?? '0'.repeat(64),
        ...(picture === null ? {} : { poster: picture }),
      },
      ...(await writeCaptions(catalog, id, writer)),
    }
  },
}
